'use client'
import { useState } from 'react'
import { ApiError, TRY_LATER } from '@/lib/api/error'
import type { BrandRecord } from '@/lib/api/types'
import * as texts from '@/messages/admin/brands'
import { createBrand, deleteBrand, fetchVersion, updateBrand } from '../api/brands'
import { type Draft, draftOf, type FieldPath, isChanged, recordOf } from '../lib/brand-draft'
import { reasonForStaff } from '../lib/reason'
import { usePassword } from './use-password'

/** What is done to a brand, as it reads once it is done. */
type Action = 'published' | 'undone' | 'deleted'

interface Failure {
  action: Action
  words: string
  fields: Record<FieldPath, string>
  /** Somebody else has published in the meantime. */
  isOutdated: boolean
  attempt: number
}

interface Options {
  published: Draft
  isNew: boolean
  draft: Draft
  onDraft: (draft: Draft) => void
  /** The brand that holds now, null where it is deleted, and what was done in words. */
  onPublished: (record: BrandRecord | null, words: string) => Promise<void>
}

const fieldsOf = (error: unknown) =>
  error instanceof ApiError ? Object.fromEntries(error.fields.map(({ field, message }) => [field, message])) : {}

/** Publishing, undoing and deleting a brand, and how it went. What costs money waits for the password. */
export function useBrandEditor({ published, isNew, draft, onDraft, onPublished }: Options) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const password = usePassword()

  const fail = (action: Action, error: unknown) => {
    const reason = reasonForStaff(error, TRY_LATER)
    const isOutdated = error instanceof ApiError && error.code === 'BRAND_CHANGED'
    const fields = fieldsOf(error)
    setFailure((last) => ({ action, words: reason, fields, isOutdated, attempt: (last?.attempt ?? 0) + 1 }))
  }
  const run = async (action: Action, work: () => Promise<BrandRecord | null>, words: (version: number) => string) => {
    setBusy(true)
    setFailure(null)
    try {
      const record = await work()
      if (record) onDraft(draftOf(record))
      await onPublished(record, words(record?.brand.version ?? 0))
    } catch (error) {
      const again = () => run(action, work, words)
      if (!password.askedBy(error, action, again)) fail(action, error)
    }
    setBusy(false)
  }

  const { domain, name, version } = published.record.brand
  return {
    isBusy,
    failure,
    password,
    isDirty: isNew || isChanged(draft, published),
    publish: () => {
      const record = recordOf(draft)
      const send = isNew ? createBrand : updateBrand
      return run(
        'published',
        () => send(record),
        (live) => texts.live({ version: live, name: record.brand.name }),
      )
    },
    undoTo: (earlier: number) =>
      run(
        'undone',
        async () => {
          const record = await fetchVersion(domain, earlier)
          return await updateBrand({ ...record, brand: { ...record.brand, version } })
        },
        (live) => texts.liveAgain({ earlier, version: live }),
      ),
    remove: () =>
      run(
        'deleted',
        async () => {
          await deleteBrand(domain)
          return null
        },
        () => texts.deleted({ name }),
      ),
  }
}

export type BrandEditor = ReturnType<typeof useBrandEditor>

'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import type { BrandRecord } from '@/lib/api/types'
import { createBrand, deleteBrand, fetchVersion, updateBrand } from '../api/brands'
import { type Draft, draftOf, type FieldPath, isChanged, recordOf } from '../lib/brand-draft'

interface Failure {
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

/** Publishing, undoing and deleting a brand, and how it went. */
export function useBrandEditor({ published, isNew, draft, onDraft, onPublished }: Options) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const run = async (title: string, work: () => Promise<BrandRecord | null>, words: (version: number) => string) => {
    setBusy(true)
    setFailure(null)
    try {
      const record = await work()
      if (record) onDraft(draftOf(record))
      const said = words(record?.brand.version ?? 0)
      void notify({ type: 'success', title, description: said })
      await onPublished(record, said)
    } catch (error) {
      const reason = reasonOf(error, TRY_LATER)
      const isOutdated = error instanceof ApiError && error.code === 'BRAND_CHANGED'
      setFailure((last) => ({ words: reason, fields: fieldsOf(error), isOutdated, attempt: (last?.attempt ?? 0) + 1 }))
      void notify({ type: 'error', title: 'Error', description: reason })
    }
    setBusy(false)
  }

  const { domain, name, version } = published.record.brand
  return {
    isBusy,
    failure,
    isDirty: isNew || isChanged(draft, published),
    publish: () => {
      const record = recordOf(draft)
      const send = isNew ? createBrand : updateBrand
      return run(
        'Brand published',
        () => send(record),
        (live) => `Version ${live} of ${record.brand.name} is live.`,
      )
    },
    undoTo: (earlier: number) =>
      run(
        'Change undone',
        async () => {
          const record = await fetchVersion(domain, earlier)
          return await updateBrand({ ...record, brand: { ...record.brand, version } })
        },
        (live) => `Version ${earlier} is live again, as version ${live}.`,
      ),
    remove: () =>
      run(
        'Brand deleted',
        async () => {
          await deleteBrand(domain)
          return null
        },
        () => `${name} is deleted. Its address shows the default brand.`,
      ),
  }
}

export type BrandEditor = ReturnType<typeof useBrandEditor>

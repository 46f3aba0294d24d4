'use client'
import { useState } from 'react'
import { ApiError, TRY_LATER } from '@/lib/api/error'
import type { BrandRecord } from '@/lib/api/types'
import * as texts from '@/messages/admin/brands'
import { createBrand, deleteBrand, fetchVersion, updateBrand } from '../api/brands'
import {
  type Draft,
  draftOf,
  type FieldPath,
  isChanged,
  type MarkupToAsk,
  markupToAsk,
  recordOf,
} from '../lib/brand-draft'
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

/** An earlier version that is to be live again. */
interface Earlier {
  version: number
  record: BrandRecord
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
  const [restoring, setRestoring] = useState<(Earlier & { markup: MarkupToAsk }) | null>(null)
  const password = usePassword()
  const { domain, name, version } = published.record.brand

  const fail = (action: Action, error: unknown) => {
    const reason = reasonForStaff(error, TRY_LATER)
    const isOutdated = error instanceof ApiError && error.code === 'BRAND_CHANGED'
    const fields = fieldsOf(error)
    setFailure((last) => ({ action, words: reason, fields, isOutdated, attempt: (last?.attempt ?? 0) + 1 }))
  }
  /** What wants the password is done anew once that was given. */
  const attempt = async (action: Action, work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!password.askedBy(error, action, () => attempt(action, work))) fail(action, error)
    }
    setBusy(false)
  }
  const goLive = async (live: BrandRecord, words: string) => {
    onDraft(draftOf(live))
    await onPublished(live, words)
  }
  const publishAgain = async ({ version: earlier, record }: Earlier) => {
    const live = await updateBrand({ ...record, brand: { ...record.brand, version } })
    await goLive(live, texts.liveAgain({ earlier, version: live.brand.version }))
  }

  return {
    isBusy,
    failure,
    password,
    isDirty: isNew || isChanged(draft, published),
    publish: () => {
      const record = recordOf(draft)
      const send = isNew ? createBrand : updateBrand
      return attempt('published', async () => {
        const live = await send(record)
        await goLive(live, texts.live({ version: live.brand.version, name: record.brand.name }))
      })
    },
    /** Asks first where the markup of the version may be a slip, as publishing it does. */
    undoTo: (earlier: number) =>
      attempt('undone', async () => {
        const found = { version: earlier, record: await fetchVersion(domain, earlier) }
        const markup = markupToAsk(published.markup, draftOf(found.record).markup)
        if (markup) setRestoring({ ...found, markup })
        else await publishAgain(found)
      }),
    /** The version that waits for an answer; null while none does. */
    restoring,
    restore: async () => {
      if (!restoring) return
      setRestoring(null)
      await attempt('undone', () => publishAgain(restoring))
    },
    keepLive: () => setRestoring(null),
    remove: () =>
      attempt('deleted', async () => {
        await deleteBrand(domain)
        await onPublished(null, texts.deleted({ name }))
      }),
  }
}

export type BrandEditor = ReturnType<typeof useBrandEditor>

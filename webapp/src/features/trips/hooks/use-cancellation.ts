'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { ApiError, reasonOf } from '@/lib/api/error'
import type { BookingCancelled } from '@/lib/api/types'
import * as reasonWords from '@/messages/lib/reasons'
import * as words from '@/messages/trips/cancel'
import { cancelBooking, type ShownRefund } from '../api/cancellation'

interface Options {
  /** What the dialog says that is paid back. */
  shown: ShownRefund | undefined
  onCancelled: (outcome: BookingCancelled) => Promise<void>
  /** What is shown may not hold any more. */
  onFailed: () => void
}

/** Why it was not cancelled. */
export interface Failure {
  title: string
  words: string
  /** From here on only a phone call helps. */
  isFinal: boolean
}

/** Cancels a booking and says how it went. `failure` is null until it has failed. */
export function useCancellation(bookingId: string, { shown, onCancelled, onFailed }: Options) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const cancel = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onCancelled(await cancelBooking(bookingId, shown))
      void notify({ type: 'success', title: words.done, description: words.doneText })
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      setBusy(false)
      onFailed()
      // The dialog alone tells of a refund that has changed: it asks again with the new one.
      if (failed.title === words.failed) void notify({ type: 'error', title: failed.title, description: failed.words })
    }
  }

  return { cancel, isBusy, failure }
}

function failureOf(error: unknown): Failure {
  const code = error instanceof ApiError ? error.code : ''
  return {
    title: code === 'REFUND_CHANGED' ? words.refundChanged : words.failed,
    words: reasonOf(error, reasonWords.fault),
    isFinal: code === 'NOT_CANCELLABLE',
  }
}

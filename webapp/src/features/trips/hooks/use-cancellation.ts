'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { reasonOf } from '@/lib/api/error'
import type { Amount, BookingCancelled } from '@/lib/api/types'
import { cancelBooking } from '../api/cancellation'

interface Options {
  /** What the dialog says that goes back to the card. */
  shown: Amount | null | undefined
  onCancelled: (outcome: BookingCancelled) => Promise<void>
  /** What is shown may not hold any more. */
  onFailed: () => void
}

/** Cancels a booking and says how it went. `failure` is "" until it has failed. */
export function useCancellation(bookingId: string, { shown, onCancelled, onFailed }: Options) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const cancel = async () => {
    setBusy(true)
    setFailure('')
    try {
      await onCancelled(await cancelBooking(bookingId, shown))
      void notify({
        type: 'success',
        title: 'Booking cancelled',
        description: 'Your booking has been successfully cancelled.',
      })
    } catch (error) {
      const words = reasonOf(error, 'Something went wrong. Please try again.')
      setFailure(words)
      setBusy(false)
      onFailed()
      void notify({ type: 'error', title: 'Cancellation failed', description: words })
    }
  }

  return { cancel, isBusy, failure }
}

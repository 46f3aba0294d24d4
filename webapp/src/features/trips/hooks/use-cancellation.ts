'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { reasonOf } from '@/lib/api/error'
import type { BookingCancelled } from '@/lib/api/types'
import { cancelBooking } from '../api/cancellation'

/** Cancels a booking and says how it went. `failure` is "" until it has failed. */
export function useCancellation(bookingId: string, onCancelled: (outcome: BookingCancelled) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const cancel = async () => {
    setBusy(true)
    setFailure('')
    try {
      await onCancelled(await cancelBooking(bookingId))
      void notify({
        type: 'success',
        title: 'Booking cancelled',
        description: 'Your booking has been successfully cancelled.',
      })
    } catch (error) {
      const words = reasonOf(error, 'Something went wrong. Please try again.')
      setFailure(words)
      setBusy(false)
      void notify({ type: 'error', title: 'Cancellation failed', description: words })
    }
  }

  return { cancel, isBusy, failure }
}

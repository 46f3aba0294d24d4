'use client'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import { untilBack } from '@/lib/api/retry'
import type { BookingRecord } from '@/lib/api/types'
import { useBookedOffer } from '@/lib/booked-offers'
import { isFailing } from '@/lib/booked-trip'
import { useSentOrder } from '@/lib/sent-orders'

/** What this browser has bought of an offer, or may have. */
export function useOwnOrder(offerId: string | null) {
  const sent = useSentOrder(offerId)
  const { bookingId } = useBookedOffer(offerId ?? '')
  const { data, error, isLoading } = useSWR<BookingRecord, Error>(
    bookingId && bookingKey(bookingId),
    () => fetchBooking(bookingId ?? ''),
    untilBack,
  )
  const isOver = data !== undefined && (data.status === 'failed' || isFailing(data))
  return {
    /** This browser has booked it, and the first answer about how that ended is not here yet. */
    isAsked: isLoading && !error,
    /** Nobody here knows yet what came of it: its flights are not offered again. */
    isOpen: data ? data.status === 'pending' && !isOver : sent !== null && bookingId === null,
    isBooked: data !== undefined && !isOver,
  }
}

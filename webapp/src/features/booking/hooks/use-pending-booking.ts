'use client'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookingRecord } from '@/lib/api/types'
import { useBookingEvents } from '@/lib/api/use-events'

const POLL_MS = 3_000

/** A booking, read every 3 seconds and whenever the server says it changed, until its end is known. */
export function usePendingBooking(id: string) {
  const { data, error, mutate, isValidating } = useSWR<BookingRecord, Error>(bookingKey(id), () => fetchBooking(id), {
    refreshInterval: (latest) => (latest && latest.status !== 'pending' ? 0 : POLL_MS),
    refreshWhenHidden: true,
    revalidateOnFocus: true,
    dedupingInterval: 0,
  })
  const isSettled = data !== undefined && data.status !== 'pending'
  useBookingEvents(!isSettled, (event) => {
    if (event.id === id) void mutate()
  })
  const retry = () => void mutate()
  return { booking: data, error: data ? undefined : error, retry, isTrying: isValidating }
}

'use client'
import useSWR from 'swr'
import { bookingByKey, fetchBookingByKey } from '@/lib/api/bookings'
import { ApiError } from '@/lib/api/error'
import type { BookingRecord } from '@/lib/api/types'
import type { SentOrder } from '@/lib/sent-orders'
import { useOnline } from '@/lib/use-online'
import { useRetry } from '@/lib/use-retry'

const POLL_MS = 3_000
/** A call may take a minute to come to the point of storing a booking; that is cut off after 45 seconds. */
const STORED_WITHIN_MS = 120_000

export type Found = BookingRecord | 'not yet' | 'never'

/** Judged by the time before the question: what is answered later may be older. */
async function find({ key, sentAt }: SentOrder): Promise<Found> {
  const isLate = Date.now() > sentAt + STORED_WITHIN_MS
  return (await fetchBookingByKey(key)) ?? (isLate ? 'never' : 'not yet')
}

const isRefused = (error: Error) => error instanceof ApiError && [401, 403].includes(error.status)

/** What became of a booking whose answer was lost, asked until the server knows. */
export function useLostAnswer(order: SentOrder) {
  const isOnline = useOnline()
  const { data, error, mutate } = useSWR<Found, Error>(bookingByKey(order.key), () => find(order), {
    refreshInterval: (latest) => (latest === undefined || latest === 'not yet' ? POLL_MS : 0),
    refreshWhenHidden: true,
    revalidateOnReconnect: true,
    dedupingInterval: 0,
    shouldRetryOnError: (reason: Error) => !isRefused(reason),
    errorRetryInterval: POLL_MS,
  })
  return {
    found: data ?? 'not yet',
    isUnreadable: error !== undefined && isRefused(error),
    isOffline: !isOnline || (error !== undefined && !isRefused(error)),
    ...useRetry(() => mutate()),
  }
}

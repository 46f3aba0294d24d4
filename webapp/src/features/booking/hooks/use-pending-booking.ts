'use client'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import { ApiError } from '@/lib/api/error'
import type { BookingRecord } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { useOnline } from '@/lib/use-online'
import { useRetry } from '@/lib/use-retry'

const POLL_MS = 3_000
/** Half a minute in all: 2, 4, 8 and 16 seconds. */
const MOST_RETRIES = 4
const retryMs = (count: number) => 1_000 * 2 ** count

/** It is somebody else's now, or nobody's: asking again is no use. */
const isClosed = (error: Error | undefined) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** A booking, read every 3 seconds and whenever the server says it changed, until its end is known. */
export function usePendingBooking(id: string) {
  const [hasGivenUp, setGivenUp] = useState(false)
  const isOnline = useOnline()
  const retrying = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(retrying.current), [])
  const { data, error, mutate } = useSWR<BookingRecord, Error>(bookingKey(id), () => fetchBooking(id), {
    refreshInterval: (latest) => (latest && latest.status !== 'pending' ? 0 : POLL_MS),
    refreshWhenHidden: true,
    revalidateOnReconnect: true,
    revalidateOnFocus: true,
    dedupingInterval: 0,
    shouldRetryOnError: (reason: Error) => !(reason instanceof ApiError) || reason.isPassing,
    // Polling rests while there is an error: longer and longer waits, then the traveller asks.
    onErrorRetry: (_, __, ___, revalidate, { retryCount }) => {
      if (retryCount > MOST_RETRIES) setGivenUp(true)
      else retrying.current = setTimeout(() => void revalidate({ retryCount }), retryMs(retryCount))
    },
    onSuccess: () => setGivenUp(false),
  })
  const isSettled = data !== undefined && data.status !== 'pending'
  const isUnreadable = !isSettled && isClosed(error)
  const readAgain = () => void mutate()
  useEvents({ booking: (news) => news.id === id && readAgain(), missed: readAgain }, !isSettled && !isUnreadable)
  return {
    booking: data,
    /** Of a booking that was never read. */
    error: data ? undefined : error,
    isUnreadable,
    isOffline: !isUnreadable && (!isOnline || error !== undefined),
    ...useRetry(() => mutate()),
    hasGivenUp,
  }
}

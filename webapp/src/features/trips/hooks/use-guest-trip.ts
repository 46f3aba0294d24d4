'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import { ApiError } from '@/lib/api/error'
import { openGuestLink } from '@/lib/api/guest-links'
import { untilBack } from '@/lib/api/retry'
import type { BookingRecord } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { useMailedToken } from '@/lib/mailed-token'
import { routes, withQuery } from '@/lib/routes'
import { useHeldFailure } from '@/lib/use-held-failure'
import { useNavigate } from '@/lib/use-navigate'
import { useRetry } from '@/lib/use-retry'
import { refreshMs } from '../lib/refresh'
import { toTrip } from '../lib/trips'

/** A link is used once: it is asked neither again on focus nor by itself after a failure. */
const once = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
}

const has = (error: Error | undefined, status: number) => error instanceof ApiError && error.status === status

/** The trip that the address names: by a link's token at first, by its id once the link has opened it. */
export function useGuestTrip() {
  const id = useSearchParams().get('id')
  const mailed = useMailedToken()
  const token = id ? null : mailed
  const { replace } = useNavigate()
  const link = useSWR(token ? ['guest-link', token] : null, ([, secret]) => openGuestLink(secret), once)
  const opened = link.data?.bookingId
  // The token is worth nothing to others now, and a reload should show the trip.
  useEffect(() => {
    if (opened) replace(withQuery(routes.trip, { id: opened }))
  }, [opened, replace])

  const bookingId = id ?? opened
  const [openSince] = useState(Date.now)
  const read = useSWR<BookingRecord, Error>(
    bookingId ? bookingKey(bookingId) : null,
    () => fetchBooking(bookingId ?? ''),
    // A function that stays the same is asked before there is an answer, and not again.
    { ...untilBack, refreshInterval: (latest) => refreshMs(latest, openSince) },
  )
  const readAgain = () => void read.mutate()
  useEvents(
    { booking: (news) => news.id === bookingId && readAgain(), missed: readAgain },
    // Before the trip could be read, the stream is not this visitor's yet.
    Boolean(read.data),
  )
  const failure = (link.error ?? read.error) as Error | undefined
  const reload = (): Promise<unknown> => (link.error ? link.mutate() : read.mutate())
  const retrying = useRetry(reload)
  const error = useHeldFailure(read.data ? undefined : failure, retrying.isTrying)
  return {
    isNamed: mailed === undefined || Boolean(bookingId ?? token),
    trip: read.data && !error ? toTrip(read.data) : undefined,
    isLinkOver: has(link.error as Error | undefined, 422),
    isForeign: has(read.error, 404),
    error,
    reload,
    ...retrying,
  }
}

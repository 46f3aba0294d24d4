'use client'
import { useMemo } from 'react'
import useSWR from 'swr'
import { bookingsKey, fetchBookings } from '@/lib/api/bookings'
import { untilBack } from '@/lib/api/retry'
import type { BookingRecord } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { useRequiredUser } from '@/lib/api/use-required-user'
import { useHeldFailure } from '@/lib/use-held-failure'
import { useRetry } from '@/lib/use-retry'
import { toTrip } from '../lib/trips'

const PENDING_POLL_MS = 10_000

const hasPending = (bookings: readonly BookingRecord[] = []) => bookings.some(({ status }) => status === 'pending')

type BookingList = Awaited<ReturnType<typeof fetchBookings>>

/**
 * The traveller's own trips, or the error of a list that could not be read; it is asked for until it is back. Whether
 * somebody is signed in is for the current-user call to say.
 */
export function useTrips() {
  const { user, failure, reload: reloadUser } = useRequiredUser()
  const { data, error, mutate } = useSWR<BookingList, Error>(user ? bookingsKey : null, fetchBookings, {
    ...untilBack,
    // A trip may have been booked or cancelled elsewhere since the last visit.
    revalidateOnMount: true,
    refreshInterval: (latest) => (hasPending(latest?.bookings) ? PENDING_POLL_MS : 0),
  })
  const trips = useMemo(() => data?.bookings.map(toTrip), [data])
  const reload = (): Promise<unknown> => (failure ? reloadUser() : mutate())
  const retrying = useRetry(reload)
  // A list that is shown stays, whatever fails later.
  const shownError = useHeldFailure(data ? undefined : (failure ?? error), retrying.isTrying)
  // A list that could not be read is asked for by Try Again and from time to time, not by whatever happens elsewhere.
  const readAgain = () => void ((data || !error) && mutate())
  useEvents({ booking: readAgain, missed: readAgain }, Boolean(user))
  return {
    isSignedOut: !shownError && (user === null || data?.isUnauthenticated === true),
    trips: shownError ? undefined : trips,
    error: shownError,
    reload,
    ...retrying,
  }
}

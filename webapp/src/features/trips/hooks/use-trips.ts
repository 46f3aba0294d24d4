'use client'
import { useMemo } from 'react'
import useSWR from 'swr'
import { bookingsKey, fetchBookings } from '@/lib/api/bookings'
import type { BookingRecord } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { useRequiredUser } from '@/lib/api/use-required-user'
import { useRetry } from '@/lib/use-retry'
import { toTrip } from '../lib/trips'

const PENDING_POLL_MS = 10_000

const hasPending = (bookings: readonly BookingRecord[] = []) => bookings.some(({ status }) => status === 'pending')

/** The traveller's own trips. Whether somebody is signed in is for the current-user call to say. */
export function useTrips() {
  const { user, failure, reload: reloadUser } = useRequiredUser()
  const { data, error, mutate } = useSWR(user ? bookingsKey : null, fetchBookings, {
    // A trip may have been booked or cancelled elsewhere since the last visit.
    revalidateOnMount: true,
    refreshInterval: (latest) => (hasPending(latest?.bookings) ? PENDING_POLL_MS : 0),
  })
  const trips = useMemo(() => data?.bookings.map(toTrip), [data])
  const reload = (): Promise<unknown> => (failure ? reloadUser() : mutate())
  // A list that could not be read is asked for by its Try Again alone: the button must not change under the finger.
  const readAgain = () => void ((data || !error) && mutate())
  useEvents({ booking: readAgain, missed: readAgain }, Boolean(user))
  return {
    isSignedOut: user === null || data?.isUnauthenticated === true,
    trips,
    error: (failure ?? error) as Error | undefined,
    reload,
    ...useRetry(reload),
  }
}

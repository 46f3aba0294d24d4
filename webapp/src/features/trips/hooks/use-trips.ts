'use client'
import { useMemo } from 'react'
import useSWR from 'swr'
import { bookingsKey, fetchBookings } from '@/lib/api/bookings'
import { useCurrentUser } from '@/lib/api/current-user'
import { useBookingEvents } from '@/lib/api/use-events'
import { toTrip } from '../lib/trips'

/** The traveller's own trips. Whether somebody is signed in is for the current-user call to say. */
export function useTrips() {
  const { user } = useCurrentUser()
  const { data, error, mutate, isValidating } = useSWR(user ? bookingsKey : null, fetchBookings, {
    // A trip may have been booked or cancelled elsewhere since the last visit.
    revalidateOnMount: true,
  })
  const trips = useMemo(() => data?.bookings.map(toTrip), [data])
  const hasPending = data?.bookings.some(({ status }) => status === 'pending') ?? false
  useBookingEvents(hasPending, () => void mutate())
  return {
    isSignedOut: user === null || data?.isUnauthenticated === true,
    trips,
    error,
    isValidating,
    reload: () => mutate(),
  }
}

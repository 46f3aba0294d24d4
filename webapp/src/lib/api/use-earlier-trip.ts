'use client'
import useSWR from 'swr'
import { useBookedJourney } from '@/lib/booked-offers'
import { bookingHref, searchCarried } from '@/lib/booking-href'
import { bookingKey, fetchBooking } from './bookings'
import { untilBack } from './retry'
import type { BookingRecord } from './types'

/**
 * What this browser has booked for the same journey by another offer, or is booking: in this tab or another one.
 * `params` are those of the address.
 */
export function useEarlierTrip(offerId: string, params: URLSearchParams) {
  const booked = useBookedJourney(offerId, searchCarried(params))
  const { data } = useSWR<BookingRecord, Error>(
    booked && bookingKey(booked.bookingId),
    () => fetchBooking(booked?.bookingId ?? ''),
    untilBack,
  )
  if (!booked || !data || data.status === 'failed' || data.status === 'cancelled') return null
  return { booking: data, href: bookingHref(booked.offerId, booked.search ?? '') }
}

export type EarlierTrip = NonNullable<ReturnType<typeof useEarlierTrip>>

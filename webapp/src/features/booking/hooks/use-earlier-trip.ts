'use client'
import { useSearchParams } from 'next/navigation'
import useSWR from 'swr'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookingRecord } from '@/lib/api/types'
import { useBookedJourney } from '@/lib/booked-offers'
import { bookingHref, searchCarried } from '../lib/booking-href'

/** What this browser has booked for the same journey by another offer, or is booking: in this tab or another one. */
export function useEarlierTrip(offerId: string) {
  const booked = useBookedJourney(offerId, searchCarried(new URLSearchParams(useSearchParams())))
  const { data } = useSWR<BookingRecord, Error>(booked && bookingKey(booked.bookingId), () =>
    fetchBooking(booked?.bookingId ?? ''),
  )
  if (!booked || !data || data.status === 'failed' || data.status === 'cancelled') return null
  return { booking: data, href: bookingHref(booked.offerId, booked.search ?? '') }
}

export type EarlierTrip = NonNullable<ReturnType<typeof useEarlierTrip>>

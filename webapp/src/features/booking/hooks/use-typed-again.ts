'use client'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { BookingRecord } from '@/lib/api/types'
import { bookingData } from '@/lib/booked-trip'
import { fetchKeptPassengers } from '../api/kept-passengers'
import { fetchTypedPassengers, typedPassengersKey } from '../api/typed-passengers'
import { hasPassengers, keptSeats } from '../lib/draft'
import { readDraft, remember } from '../lib/draft-memory'
import { isPassportRequired } from '../lib/passport'

/**
 * Whether what was typed for a booking that failed is there for the next one, seats too. A page that was left in
 * between, as for the cardholder's bank, has lost it: the server then gives it back to its booker.
 */
export function useTypedAgain(booking: BookingRecord, offerId: string) {
  const [isKept, setKept] = useState(isPartyKept)
  useEffect(() => {
    if (keptSeats(readDraft(), offerId).length > 0) return
    remember({ type: 'seats kept', offerId, seats: chosenSeats(booking) })
  }, [booking, offerId])
  useSWR(isKept ? null : typedPassengersKey(booking.id), () => fetchTypedAgain(booking.id, offerId), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onSuccess: (typed) => {
      remember({ type: 'passengers kept', ...typed, isPassportRequired: wasPassportRequired(booking) })
      setKept(isPartyKept)
    },
  })
  return isKept
}

/** Whether passports were part of what was typed for a booking, as far as this page knows. */
export const hadPassports = (booking: BookingRecord) => readDraft().lacksPassports || wasPassportRequired(booking)

const isPartyKept = () => hasPassengers(readDraft())

/** As it was typed, where that is kept to its last date: the booking has the names as tickets print them. */
async function fetchTypedAgain(bookingId: string, offerId: string) {
  const kept = await fetchKeptPassengers(offerId).catch(() => null)
  const isWhole = kept?.passengers.length && kept.passengers.every(({ dateOfBirth }) => dateOfBirth !== '')
  return kept && isWhole ? kept : fetchTypedPassengers(bookingId)
}

/** By where it flies: whether the airline asked for it besides is not kept. */
const wasPassportRequired = (booking: BookingRecord) =>
  isPassportRequired({ passenger_identity_documents_required: false, slices: bookingData(booking).slices })

const chosenSeats = (booking: BookingRecord) =>
  bookingData(booking).seats.map(({ segment_id: segmentId, passenger_id: passengerId, designator }) => ({
    segmentId,
    passengerId,
    designator,
  }))

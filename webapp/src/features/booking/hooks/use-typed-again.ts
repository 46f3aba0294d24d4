'use client'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { BookingRecord } from '@/lib/api/types'
import { coverageOf, isKind } from '@/lib/bags'
import { bookingData } from '@/lib/booked-trip'
import { fetchKeptPassengers } from '../api/kept-passengers'
import { fetchTypedPassengers, typedPassengersKey } from '../api/typed-passengers'
import type { KeptBag } from '../lib/bag-choices'
import { areBagsOfAnother, areGivenBackSince, hadPassportsFor, hasPassengers, keptSeats } from '../lib/draft'
import { readDraft, remember } from '../lib/draft-memory'
import type { PassengerType } from '../lib/passengers'
import { isPassportRequired } from '../lib/passport'

/**
 * Whether what was typed for a booking that failed is there for the next one, seats and bags too. A page that was left
 * in between, as for the cardholder's bank, has lost it: the server then gives it back to its booker. The newest
 * booking that failed gives its bags back.
 */
export function useTypedAgain(booking: BookingRecord, offerId: string) {
  const [isKept, setKept] = useState(isPartyKept)
  useEffect(() => {
    if (keptSeats(readDraft(), offerId).length > 0) return
    remember({ type: 'seats kept', offerId, seats: chosenSeats(booking) })
  }, [booking, offerId])
  useEffect(() => giveBagsBack(booking, offerId), [booking, offerId])
  useSWR(isKept ? null : typedPassengersKey(booking.id), () => fetchTypedAgain(booking.id, offerId), {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onSuccess: (typed) => {
      remember({ type: 'passengers kept', offerId, ...typed, hadPassports: wasPassportRequired(booking) })
      setKept(isPartyKept)
    },
  })
  return isKept
}

/** Whether passports were part of what was typed for a booking, as far as this page knows. */
export const hadPassports = (booking: BookingRecord, offerId: string) =>
  hadPassportsFor(readDraft(), offerId) || wasPassportRequired(booking)

const isPartyKept = () => hasPassengers(readDraft())

function giveBagsBack(booking: BookingRecord, offerId: string) {
  const draft = readDraft()
  // Chosen since, for a flight that is booked beside this one.
  if (areBagsOfAnother(draft, offerId)) return
  if (areGivenBackSince(draft, booking.createdAt)) return
  const { packed } = draft
  const isOwn = packed?.offerId === offerId && packed.bags.length > 0
  const bags = isOwn ? packed.bags : chosenBags(booking)
  remember({ type: 'bags kept', offerId: null, bags, bookedAt: booking.createdAt })
}

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

/** By what a booking calls them. */
const tickets: Record<string, PassengerType> = { adult: 'adult', child: 'child', infant: 'infant_without_seat' }

/** Those of kinds and flights that can be chosen again. */
function chosenBags(booking: BookingRecord): KeptBag[] {
  const { bags, passengers, slices } = bookingData(booking)
  return bags.flatMap(({ passenger_id, kind, weight_kg: weightKg, segment_ids, quantity, price }) => {
    const traveler = passengers.findIndex(({ id }) => id === passenger_id)
    const coverage = coverageOf(slices, segment_ids)
    const ticket = tickets[passengers[traveler]?.type ?? '']
    if (!ticket || !isKind(kind) || coverage === null) return []
    // Its service is not known, nor needed: the bag is found by all else.
    return [{ traveler, ticket, kind, weightKg, coverage, quantity, serviceId: '', price }]
  })
}

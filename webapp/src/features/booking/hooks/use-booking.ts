'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { useOfferValidity } from '@/lib/api/use-offer-validity'
import { carriedOn, searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import type { PassengerFields } from '../lib/passenger-form'
import type { partyOf } from '../lib/passengers'
import type { SeatChoice } from '../lib/seat-choices'
import { useDetails } from './use-details'
import { useExpiry } from './use-expiry'
import { useExpiryWarning } from './use-expiry-warning'
import { useGone } from './use-gone'
import { useHeldStep } from './use-held-step'
import { usePayment } from './use-payment'
import { useReplacementToast } from './use-replacement-toast'
import { useStep } from './use-step'
import { useSuccession } from './use-succession'

const POLL_MS = { passengers: 30_000, seats: 30_000, payment: 15_000 } as const

interface Options {
  offer: Offer
  onBooked: (answer: BookingAnswer, booked: Booked) => void
  /** The server named another price: the offer is to be read again. */
  onPriceChanged: () => void
  /** The booking goes on with another offer. */
  onReplaced: (offerId: string) => void
}

/** What a booking was made of, for the page that follows it. */
export interface Booked {
  offer: Offer
  passengers: readonly PassengerFields[]
  party: ReturnType<typeof partyOf>
  seats: readonly SeatChoice[]
  total: string
  paymentId: string
}

const noFields: readonly { field: string; message: string }[] = []

/** One traveller's way through the booking of one offer. */
export function useBooking({ offer, onBooked, onPriceChanged, onReplaced }: Options) {
  const params = useSearchParams()
  const details = useDetails(offer, params)
  const [hasSkippedMaps, setSkippedMaps] = useState(false)
  const asked = useStep(details.passengers ? 'payment' : 'passengers')
  const { go } = asked
  const { verification, check } = useOfferValidity(offer.id, POLL_MS[asked.step], offer.expires_at)
  const searchHref = searchReturn(new URLSearchParams(params))
  const expiresAt = verification?.expiresAt ?? offer.expires_at
  useExpiryWarning(expiresAt)

  const { party, seats, total, passengers: known } = details
  const passengers = known ?? []
  const payment = usePayment({
    order: { offerId: offer.id, seats, amount: total, currency: offer.price.currency },
    party,
    passengers,
    checkOffer: check,
    onPriceChanged: (price) => {
      details.quote(price)
      onPriceChanged()
    },
    onBooked: (answer, paymentId) => onBooked(answer, { offer, passengers, party, seats, total, paymentId }),
  })
  const step = useHeldStep(asked, payment.isHeld)

  const expiry = useExpiry(searchHref, Boolean(verification?.replacement))
  const isGone = useGone({ step, verification, check, payment, expiry })
  const replacement = (isGone && verification?.replacement) || null
  useReplacementToast(offer.price, replacement, expiresAt)
  const { successor, succession, endSuccession } = useSuccession({
    replacement,
    current: { before: offer.price, hasLostSeats: seats.length > 0 },
    onReplaced: (offerId, { hasLostSeats }) => {
      onReplaced(offerId)
      details.setSeats([])
      payment.restart()
      expiry.restart()
      if (hasLostSeats && step === 'payment') go('seats', 'replace')
    },
  })

  /** Another order: what was said of the one before no longer counts. */
  const changeOrder = () => {
    endSuccession()
    payment.changeOrder()
  }

  /** The airline has no seat map: on to the payment, without a step to come back to. */
  const skipMaps = useCallback(() => {
    setSkippedMaps(true)
    go('payment', 'replace')
  }, [go])

  return {
    ...details,
    offer,
    step,
    go,
    payment,
    expiry,
    searchHref,
    /** The search that led here, for the page of the flight. */
    carried: carriedOn(new URLSearchParams(params)),
    verification,
    isGone,
    /** What can be booked in the place of an offer that is gone. */
    successor,
    /** Set once that has happened, until the traveller goes on. */
    succession,
    expiresAt,
    /** What the server refused of the passengers' details. */
    refusedFields: payment.failure?.fields ?? noFields,
    savePassengers: (next: readonly PassengerFields[]) => {
      details.setPassengers(next)
      changeOrder()
      go('seats')
    },
    saveSeats: (next: readonly SeatChoice[]) => {
      details.setSeats(next)
      changeOrder()
    },
    hasSkippedMaps,
    skipMaps,
  }
}

export type Booking = ReturnType<typeof useBooking>

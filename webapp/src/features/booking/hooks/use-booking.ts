'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import type { Amount, Offer } from '@/lib/api/types'
import { useOfferValidity } from '@/lib/api/use-offer-validity'
import { carriedOn, searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import type { PassengerFields } from '../lib/passenger-form'
import { partyOf } from '../lib/passengers'
import { type SeatChoice, totalOf } from '../lib/seat-choices'
import { useExpiry } from './use-expiry'
import { useExpiryWarning } from './use-expiry-warning'
import { useGone } from './use-gone'
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
  const party = useMemo(() => partyOf(offer, new URLSearchParams(params)), [offer, params])
  const [passengers, setPassengers] = useState<readonly PassengerFields[] | null>(null)
  const [typed, setTyped] = useState<readonly PassengerFields[] | null>(null)
  const [holderName, setHolderName] = useState('')
  const [seats, setSeats] = useState<readonly SeatChoice[]>([])
  const [quoted, setQuoted] = useState<{ now: Amount; before: string } | null>(null)
  const [hasSkippedMaps, setSkippedMaps] = useState(false)
  const { step, go } = useStep(passengers ? 'payment' : 'passengers')
  const { verification, check } = useOfferValidity(offer.id, POLL_MS[step], offer.expires_at)
  const replacement = verification?.replacement ?? null
  const searchHref = searchReturn(new URLSearchParams(params))
  const expiry = useExpiry(searchHref, replacement !== null)
  const expiresAt = verification?.expiresAt ?? offer.expires_at
  useExpiryWarning(expiresAt)

  const total = quoted?.now.amount ?? totalOf(offer.price.amount, seats)
  const payment = usePayment({
    order: { offerId: offer.id, seats, amount: total, currency: offer.price.currency },
    party,
    passengers: passengers ?? [],
    checkOffer: check,
    onPriceChanged: (price) => {
      setQuoted({ now: price, before: total })
      onPriceChanged()
    },
    onBooked: (answer, paymentId) =>
      onBooked(answer, { offer, passengers: passengers ?? [], party, seats, total, paymentId }),
  })

  const isGone = useGone({ step, verification, check, payment, expiry })
  useReplacementToast(offer.price, isGone ? replacement : null, expiresAt)
  const { successor, succession, endSuccession } = useSuccession({
    replacement: isGone ? replacement : null,
    current: { before: offer.price, hasLostSeats: seats.length > 0 },
    onReplaced: (offerId, { hasLostSeats }) => {
      onReplaced(offerId)
      setSeats([])
      setQuoted(null)
      payment.restart()
      expiry.restart()
      if (hasLostSeats && step === 'payment') go('seats', 'replace')
    },
  })

  const saveSeats = (next: readonly SeatChoice[]) => {
    setSeats(next)
    // Another order has another price: what was quoted for the one before no longer counts.
    setQuoted(null)
    endSuccession()
    payment.clearFailure()
  }

  /** Details changed and left without the form's own button: they count again once the form has taken them. */
  const keepTyped = useCallback((next: readonly PassengerFields[]) => {
    setTyped(next)
    setPassengers(null)
  }, [])

  /** The airline has no seat map: on to the payment, without a step to come back to. */
  const skipMaps = useCallback(() => {
    setSkippedMaps(true)
    go('payment', 'replace')
  }, [go])

  return {
    offer,
    party,
    passengers,
    /** What the passenger form last held, valid or not. */
    typed,
    keepTyped,
    /** Of the card the only part that is kept when the payment is left. */
    holderName,
    setHolderName,
    seats,
    total,
    /** What was asked for before the airline named another price. */
    previousTotal: quoted?.before ?? null,
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
      setPassengers(next)
      setTyped(next)
      endSuccession()
      payment.clearFailure()
      go('seats')
    },
    saveSeats,
    hasSkippedMaps,
    skipMaps,
  }
}

export type Booking = ReturnType<typeof useBooking>

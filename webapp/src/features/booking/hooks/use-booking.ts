'use client'
import { useSearchParams } from 'next/navigation'
import type { Offer } from '@/lib/api/types'
import { useOfferValidity } from '@/lib/api/use-offer-validity'
import { carriedOn, searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import type { PassengerFields } from '../lib/passenger-form'
import type { partyOf } from '../lib/passengers'
import type { SeatChoice } from '../lib/seat-choices'
import { useDetails } from './use-details'
import { useHeldStep } from './use-held-step'
import { useOfferEnd } from './use-offer-end'
import { usePayment } from './use-payment'
import { useSkippedMaps } from './use-skipped-maps'
import { useStep } from './use-step'

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
  /** Paid for in test mode. */
  isTest: boolean
}

const noFields: readonly { field: string; message: string }[] = []

/** One traveller's way through the booking of one offer. */
export function useBooking({ offer, onReplaced, ...on }: Options) {
  const params = useSearchParams()
  const details = useDetails(offer, params)
  const asked = useStep(details.passengers ? 'payment' : 'passengers')
  const { go } = asked
  const validity = useOfferValidity(offer.id, POLL_MS[asked.step], offer.expires_at)
  const searchHref = searchReturn(new URLSearchParams(params))
  const payment = usePaymentOf(details, { offer, checkOffer: validity.check, ...on })
  const step = useHeldStep(asked, payment.isHeld)
  const { seats, setSeats } = details

  const { endSuccession, ...end } = useOfferEnd({
    offer,
    step,
    validity,
    payment,
    seats,
    searchHref,
    onReplaced: (offerId, { hasLostSeats }) => {
      onReplaced(offerId)
      setSeats([])
      if (hasLostSeats && step === 'payment') go('seats', 'replace')
    },
  })

  /** Another order: what was said of the one before no longer counts. */
  const changeOrder = () => {
    endSuccession()
    payment.changeOrder()
  }

  return {
    ...details,
    ...end,
    ...useSkippedMaps(go),
    offer,
    step,
    go,
    payment,
    searchHref,
    /** The search that led here, for the page of the flight. */
    carried: carriedOn(new URLSearchParams(params)),
    verification: validity.verification,
    /** What the server refused of the passengers' details. */
    refusedFields: payment.failure?.fields ?? noFields,
    savePassengers: (next: readonly PassengerFields[]) => {
      details.setPassengers(next)
      changeOrder()
      go('seats')
    },
    saveSeats: (next: readonly SeatChoice[]) => {
      setSeats(next)
      changeOrder()
    },
  }
}

type PaymentOptions = Pick<Options, 'offer' | 'onBooked' | 'onPriceChanged'> &
  Pick<Parameters<typeof usePayment>[0], 'checkOffer'>

/** Pays for what was typed and chosen of an offer. */
function usePaymentOf(
  details: ReturnType<typeof useDetails>,
  { offer, checkOffer, onBooked, onPriceChanged }: PaymentOptions,
) {
  const { party, seats, total, quote } = details
  const passengers = details.passengers ?? []
  const payment = usePayment({
    order: { offerId: offer.id, seats, amount: total, currency: offer.price.currency },
    party,
    passengers,
    checkOffer,
    onPriceChanged: (price) => {
      quote(price)
      onPriceChanged()
    },
    onBooked: (answer, paymentId) => {
      const isTest = payment.mode.mode === 'test'
      onBooked(answer, { offer, passengers, party, seats, total, paymentId, isTest })
    },
  })
  return payment
}

export type Booking = ReturnType<typeof useBooking>

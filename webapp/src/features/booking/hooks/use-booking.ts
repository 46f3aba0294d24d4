'use client'
import { useSearchParams } from 'next/navigation'
import type { Offer } from '@/lib/api/types'
import { useOfferValidity } from '@/lib/api/use-offer-validity'
import { carriedOn, searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import { type ChosenBag, isSameBag, type SoldBag, toKept } from '../lib/bag-choices'
import type { BookingEvent } from '../lib/booking-events'
import { type BookingState, totalToPay } from '../lib/booking-state'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { refusedBags, stillRefused } from '../lib/refused-bags'
import type { SeatChoice } from '../lib/seat-choices'
import { type Tell, useBookingState } from './use-booking-state'
import { type FittingBags, useFittingBags } from './use-fitting-bags'
import { useHeldStep } from './use-held-step'
import { useOfferEnd } from './use-offer-end'
import { usePayment } from './use-payment'
import { useReopenedBags } from './use-reopened-bags'
import { useReturn } from './use-return'
import { useSeatsAgain } from './use-seats-again'
import { useStep } from './use-step'

const POLL_MS = { passengers: 30_000, seats: 30_000, payment: 15_000 } as const

interface Options {
  offer: Offer
  /** Who traveled in an earlier try at it that this page still has. */
  triedFor: BookingState['typed']
  onBooked: (answer: BookingAnswer, booked: Booked) => void
  /** The server named another price, or does not sell a bag any more: the offer is to be read again. */
  onPriceChanged: () => void
  /** The booking goes on with another offer. */
  onReplaced: (offerId: string) => void
}

/** What a booking was made of, for the page that follows it. */
export interface Booked {
  offer: Offer
  passengers: readonly PassengerFields[]
  party: readonly PartyMember[]
  seats: readonly SeatChoice[]
  bags: readonly ChosenBag[]
  total: string
  paymentId: string
  /** Paid for in test mode. */
  isTest: boolean
}

/** One traveler's way through the booking of one offer, by the parts that its components use. */
export function useBooking({ offer, triedFor, onReplaced, ...on }: Options) {
  const params = useSearchParams()
  const { party, state, tell } = useBookingState(offer, params, triedFor)
  useSeatsAgain(offer, state.awaitedSeats, tell)
  const fitting = useFittingBags(offer, party, state.bags)
  const { passengers, seats, lacksPassports } = state
  const isReturning = useReturn({ offer, party, isTaken: passengers !== null, tell })
  const asked = useStep(passengers || isReturning ? 'payment' : 'passengers')
  const { go } = asked
  const validity = useOfferValidity(offer.id, POLL_MS[asked.step], offer.expires_at)
  const searchHref = searchReturn(params)
  const { chosen: bags } = fitting
  const total = totalToPay(state, offer, bags)
  const bought: Bought = { offer, party, passengers: passengers ?? [], seats, bags, total }
  const payment = usePaymentOf(bought, { checkOffer: validity.check, tell, ...on })
  const step = useHeldStep(asked, payment.isHeld)
  useReopenedBags(payment.failure, payment.isHeld, go)

  const end = useOfferEnd({
    offer,
    step,
    validity,
    payment,
    searchHref,
    onReplaced: (offerId) => {
      const hasLostSeats = seats.length > 0
      onReplaced(offerId)
      tell({ type: 'seats chosen', offerId: offer.id, seats: [] })
      tell({ type: 'bags kept', offerId, bags: state.bags })
      tell({ type: 'offer replaced', replaced: { before: offer.price, hasLostSeats } })
      if (hasLostSeats && step === 'payment') go('seats', 'replace')
    },
  })
  /** Another order: what was said of the one before no longer counts. */
  const changeOrder = (event: BookingEvent) => {
    tell(event)
    payment.changeOrder()
  }

  return {
    trip: { ...bought, passengers, step, isReturning, go, tell, searchHref },
    offerStatus: { ...end, replaced: state.replaced },
    passengersStep: {
      typed: state.typed,
      lacksPassports,
      savePassengers: (next: readonly PassengerFields[]) => {
        changeOrder({ type: 'passengers saved', passengers: next })
        takeBags(state, fitting, offer.id, tell)
        // Another card is paid with where the first one was: seats of that try are chosen again by themselves.
        go(lacksPassports ? 'payment' : 'seats')
      },
      /** What the server refused of the passengers' details. */
      refusedFields: (payment.failure?.kind !== 'bags' && payment.failure?.fields) || noFields,
      /** The search that led here, for the page of the flight. */
      carried: carriedOn(params),
    },
    seatsStep: {
      saveSeats: (next: readonly SeatChoice[]) => changeOrder({ type: 'seats chosen', offerId: offer.id, seats: next }),
      hasSkippedMaps: state.hasSkippedMaps,
    },
    bags: {
      ...bagsOf(state, fitting),
      /** Why the order was refused for its bags, where no bag is named. */
      refusal: payment.failure?.kind === 'bags' && state.refusedBags.length === 0 ? payment.failure.message : null,
      /** `changed`: the bag whose number of pieces is another. */
      save: (next: readonly ChosenBag[], changed: SoldBag) => {
        const told = bagsOf(state, fitting).changes
        const refused = stillRefused(state.refusedBags, changed, fitting.sold)
        changeOrder({ type: 'bags chosen', offerId: offer.id, bags: next.map(toKept), told, refused })
      },
    },
    paymentStep: { ...payment, ...cardAndPrice(state) },
  }
}

export type Booking = ReturnType<typeof useBooking>

/** Goes on with the bags as the offer sells them: the traveler has been told of all that has changed. */
function takeBags({ bags }: BookingState, { chosen, changes }: FittingBags, offerId: string, tell: Tell) {
  if (bags.length === 0) return
  const taken = chosen.map(toKept)
  if (changes.length === 0) tell({ type: 'bags kept', offerId, bags: taken })
  else tell({ type: 'bags chosen', offerId, bags: taken, told: [] })
}

/** What is on sale, and what is to be said of what was chosen. What is refused says so itself. */
const bagsOf = ({ toldBags, refusedBags: refused, ...state }: BookingState, { sold, changes }: FittingBags) => ({
  sold,
  refused,
  areGivenBack: state.areBagsGivenBack,
  changes: [...toldBags, ...changes].filter(({ bag }) => !refused.some((one) => isSameBag(one.bag, bag))),
})

const cardAndPrice = ({ holderName, isAnotherCard, awaitedSeats, quoted }: BookingState) => ({
  holderName,
  isAnotherCard,
  /** Seats of an earlier try are being chosen again, and will change the total. */
  areSeatsComing: awaitedSeats.length > 0,
  /** What was asked for before the airline named another price. */
  previousTotal: quoted?.before ?? null,
  /** What was asked for at first, where the airline has changed its price more than once. */
  firstTotal: quoted?.first ?? null,
})

const noFields: readonly { field: string; message: string }[] = []

type Bought = Omit<Booked, 'paymentId' | 'isTest'>

type PaymentOptions = Pick<Options, 'onBooked' | 'onPriceChanged'> &
  Pick<Parameters<typeof usePayment>[0], 'checkOffer'> & { tell: Tell }

/** Pays for what was typed and chosen of an offer. */
function usePaymentOf(bought: Bought, { checkOffer, onBooked, onPriceChanged, tell }: PaymentOptions) {
  const { offer, party, passengers, seats, bags, total } = bought
  const payment = usePayment({
    order: { offerId: offer.id, seats, bags, amount: total, currency: offer.price.currency },
    party,
    passengers,
    checkOffer,
    onPriceChanged: (now) => {
      tell({ type: 'price quoted', quoted: { now, before: total } })
      onPriceChanged()
    },
    onBagsRefused: (failure) => {
      tell({ type: 'bags refused', bags: refusedBags(failure, bags) })
      onPriceChanged()
    },
    onBooked: (answer, paymentId) => {
      onBooked(answer, { ...bought, paymentId, isTest: payment.mode.mode === 'test' })
    },
  })
  return payment
}

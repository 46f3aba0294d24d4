import type { Amount, Offer } from '@/lib/api/types'
import { addDecimals } from '@/lib/decimal'
import { type BagChange, bagsTotal, type ChosenBag, type KeptBag } from './bag-choices'
import type { BookingEvent, ReplacedOffer } from './booking-events'
import { areBagsGivenBack, type Draft, holderAgain, isTriedAgain, keptBags, keptSeats, passengersAgain } from './draft'
import type { PassengerFields } from './passenger-form'
import type { PartyMember } from './passengers'
import { isPassportRequired } from './passport'
import type { RefusedBag } from './refused-bags'
import { type ChosenSeat, type SeatChoice, totalOf } from './seat-choices'

/** What the traveler has typed and chosen for an offer, and what became of the offer meanwhile. */
export interface BookingState {
  /** As the form took them; null while there is something that it has not taken. */
  readonly passengers: readonly PassengerFields[] | null
  /** What the passenger form last held, valid or not. */
  readonly typed: readonly PassengerFields[] | null
  /** Another card is tried, and nothing but the passports has to be typed again for it. */
  readonly lacksPassports: boolean
  /** The only part of the card that is kept when the traveler leaves the payment. */
  readonly holderName: string
  /** The card before this one failed, and this page was left for it. */
  readonly isAnotherCard: boolean
  readonly seats: readonly SeatChoice[]
  /** Seats of an earlier try that are being chosen again, and will change the total. */
  readonly awaitedSeats: readonly ChosenSeat[]
  /** As they were chosen: `fitBags` says how the offer sells them now. */
  readonly bags: readonly KeptBag[]
  /** They are those of a booking that failed, which the traveler is told until they go on. */
  readonly areBagsGivenBack: boolean
  /** What the traveler was told of bags that are not sold as before, until they go on. */
  readonly toldBags: readonly BagChange[]
  /** Those that a payment was refused for, each until another number of it is chosen. */
  readonly refusedBags: readonly RefusedBag[]
  /** The airline has no seat map. */
  readonly hasSkippedMaps: boolean
  /** What the airline asks for now, what was asked for before that, and at first where it was changed before. */
  readonly quoted: { now: Amount; before: string; first: string | null } | null
  /** Set once another offer has taken the place of the first one, until the traveler goes on. */
  readonly replaced: ReplacedOffer | null
}

/** What is there of an earlier try. */
interface EarlierTry {
  draft: Draft
  /** Who traveled in it, passports too, where the page has not been left since. */
  booked?: BookingState['typed']
}

export function firstBooking(
  { draft, booked = null }: EarlierTry,
  offer: Offer,
  party: readonly PartyMember[],
): BookingState {
  const kept = booked ?? passengersAgain(draft, offer.id, party)
  // No draft has passports: a traveler who needs one types it again before they pay.
  const lacksPassports = booked === null && kept !== null && isPassportRequired(offer)
  return {
    passengers: lacksPassports ? null : kept,
    typed: booked,
    lacksPassports,
    holderName: holderAgain(draft, offer.id),
    isAnotherCard: isTriedAgain(draft, offer.id),
    seats: [],
    awaitedSeats: keptSeats(draft, offer.id),
    bags: keptBags(draft, offer.id),
    areBagsGivenBack: areBagsGivenBack(draft),
    toldBags: [],
    refusedBags: [],
    hasSkippedMaps: false,
    quoted: null,
    replaced: null,
  }
}

export function nextBooking(state: BookingState, event: BookingEvent): BookingState {
  switch (event.type) {
    case 'passengers saved':
      return {
        ...state,
        passengers: event.passengers,
        typed: event.passengers,
        lacksPassports: false,
        areBagsGivenBack: false,
        toldBags: [],
        refusedBags: [],
        replaced: null,
      }
    case 'passengers left':
      return isKnownAsLeft(state, event.passengers) ? state : { ...state, passengers: null, typed: event.passengers }
    case 'seats chosen':
      return { ...withSeats(state, event.seats), replaced: null }
    case 'seats restored':
      return { ...withSeats(state, event.seats), awaitedSeats: [] }
    case 'seats lost':
      return { ...state, awaitedSeats: [] }
    case 'bags chosen':
      return {
        ...state,
        bags: event.bags,
        areBagsGivenBack: false,
        toldBags: event.told,
        refusedBags: event.refused ?? [],
        quoted: null,
      }
    case 'bags kept':
      return { ...state, bags: event.bags }
    case 'bags refused':
      // The offer is read again, with the price that was quoted.
      return { ...state, refusedBags: event.bags, quoted: null }
    case 'maps skipped':
      return { ...state, hasSkippedMaps: true }
    case 'maps found':
      return state.hasSkippedMaps ? { ...state, hasSkippedMaps: false } : state
    case 'holder named':
      return { ...state, holderName: event.holderName }
    case 'price quoted':
      return { ...state, quoted: { ...event.quoted, first: firstTotal(state) } }
    case 'offer replaced':
      return { ...state, replaced: event.replaced }
    default:
      return state
  }
}

/** The form may report the same passengers again at a redraw: that must not cause another redraw. */
const isKnownAsLeft = ({ passengers, typed }: BookingState, unsaved: BookingState['typed']) =>
  passengers === null && typed === unsaved

/** What was asked for before any price was changed. */
const firstTotal = ({ quoted }: BookingState) => quoted && (quoted.first ?? quoted.before)

/** Another order has another price: what was quoted for the one before no longer counts. */
const withSeats = (state: BookingState, seats: readonly SeatChoice[]) => ({ ...state, seats, quoted: null })

/** What is asked for in all. `bags`: as the offer sells them. */
export const totalToPay = ({ quoted, seats }: BookingState, offer: Offer, bags: readonly ChosenBag[]) =>
  quoted?.now.amount ?? addDecimals([totalOf(offer.price.amount, seats), bagsTotal(bags)])

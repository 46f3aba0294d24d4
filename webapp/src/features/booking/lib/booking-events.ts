import type { Amount, Price } from '@/lib/api/types'
import type { BagChange, KeptBag } from './bag-choices'
import type { PassengerFields } from './passenger-form'
import type { PartyMember } from './passengers'
import type { RefusedBag } from './refused-bags'
import type { ChosenSeat, SeatChoice } from './seat-choices'

/** What a traveler is told once the booking goes on with another offer. */
export interface ReplacedOffer {
  /** What the offer before cost. */
  before: Price
  /** Seats belong to their offer. */
  hasLostSeats: boolean
}

/** What happens to the draft, in a booking or outside of one. */
type DraftEvent =
  | {
      type: 'passengers kept'
      /** The offer they were typed for. */
      offerId: string
      party: readonly Pick<PartyMember, 'type'>[]
      passengers: readonly PassengerFields[]
      /** A booking was made with their passports, which are not among what is kept. */
      hadPassports: boolean
    }
  | { type: 'seats kept'; offerId: string; seats: readonly ChosenSeat[] }
  /**
   * As the traveler was told that they are sold. Null for those of a booking that failed: they are for whichever flight
   * is booked next, as its passengers are. `bookedAt`: when that booking was made.
   */
  | { type: 'bags kept'; offerId: string | null; bags: readonly KeptBag[]; bookedAt?: string }
  /** Another card is tried for the offer. */
  | { type: 'tried again'; offerId: string }
  | { type: 'booked' }

/** What the traveler does in a booking, and what they are told of it. */
export type BookingEvent =
  | DraftEvent
  | { type: 'passengers saved'; passengers: readonly PassengerFields[] }
  /** Changed and left without the form's own button: they count again once the form has taken them. */
  | { type: 'passengers left'; passengers: readonly PassengerFields[] }
  | { type: 'seats chosen'; offerId: string; seats: readonly SeatChoice[] }
  /** Those of an earlier try. */
  | { type: 'seats restored'; offerId: string; seats: readonly SeatChoice[] }
  | { type: 'seats lost' }
  /** `told` and `refused`: what has changed of others, and which were refused. Both are still to be read. */
  | {
      type: 'bags chosen'
      offerId: string
      bags: readonly KeptBag[]
      told: readonly BagChange[]
      refused?: readonly RefusedBag[]
    }
  | { type: 'bags refused'; bags: readonly RefusedBag[] }
  | { type: 'maps skipped' }
  | { type: 'maps found' }
  | { type: 'holder named'; offerId: string; holderName: string }
  | { type: 'price quoted'; quoted: { now: Amount; before: string } }
  | { type: 'offer replaced'; replaced: ReplacedOffer }

import type { PackedBags } from '@/lib/chosen-bags'
import type { KeptBag } from './bag-choices'
import type { BookingEvent } from './booking-events'
import { emptyPassenger, type PassengerFields, passportFields } from './passenger-form'
import type { PartyMember } from './passengers'
import type { ChosenSeat } from './seat-choices'

type Member = Pick<PartyMember, 'type'>

/** What was typed and chosen for one offer, for the next one or for another try. It holds no passport and no card. */
export interface Draft {
  readonly passengers: readonly { type: PartyMember['type']; fields: PassengerFields }[]
  /** The offers that passports were typed for, now or before. */
  readonly passportOffers: readonly string[]
  /** Seats belong to their offer: they are there for another try at the same one. */
  readonly seated: { offerId: string; seats: readonly ChosenSeat[] } | null
  readonly packed: PackedBags<KeptBag> | null
  /** The offer that another card is tried for. */
  readonly triedAgain: string | null
  /** The cardholder's name: the only part of a card that is kept, and only for another card on the same offer. */
  readonly holder: { offerId: string; holderName: string } | null
}

export const emptyDraft: Draft = {
  passengers: [],
  passportOffers: [],
  seated: null,
  packed: null,
  triedAgain: null,
  holder: null,
}

export function nextDraft(draft: Draft, event: BookingEvent): Draft {
  switch (event.type) {
    case 'passengers kept':
      return { ...draft, ...withoutPassports(event), passportOffers: passportOffersAfter(draft, event) }
    case 'seats kept':
    case 'seats chosen':
    case 'seats restored':
      return { ...draft, seated: event }
    case 'bags kept':
    case 'bags chosen':
      return { ...draft, packed: event }
    case 'holder named':
      return { ...draft, holder: event }
    case 'tried again':
      return { ...draft, triedAgain: event.offerId }
    case 'booked':
      return emptyDraft
    default:
      return draft
  }
}

type Kept = Extract<BookingEvent, { type: 'passengers kept' }>

const withoutPassports = ({ party, passengers }: Kept) => ({
  passengers: passengers.map((passenger, index) => ({
    type: party[index]?.type ?? 'adult',
    fields: { ...passenger, passportNumber: '', passportExpiryDate: '', passportIssuingCountry: '' },
  })),
})

const werePassportsTyped = ({ passengers, hadPassports }: Kept) =>
  hadPassports || passengers.some((typed) => passportFields.some((field) => typed[field] !== ''))

const passportOffersAfter = ({ passportOffers: before }: Draft, kept: Kept) =>
  werePassportsTyped(kept) && !before.includes(kept.offerId) ? [...before, kept.offerId] : before

/** Whether passports were typed for an offer, which asks for them or not. */
export const hadPassportsFor = ({ passportOffers }: Draft, offerId: string) => passportOffers.includes(offerId)

export const hasPassengers = ({ passengers }: Draft) => passengers.length > 0

/**
 * One set of fields for each passenger; the first adult's goes to the first adult, though the parties may differ. If the
 * party is as large as before, the passengers who are left only need another ticket: an infant who has turned two.
 */
export function fromDraft({ passengers }: Pick<Draft, 'passengers'>, party: readonly Member[]): PassengerFields[] {
  const left = [...passengers]
  const take = (index: number) => (index < 0 ? undefined : left.splice(index, 1)[0]?.fields)
  const byType = party.map(({ type }) => take(left.findIndex((kept) => kept.type === type)))
  const isSameSize = passengers.length === party.length
  return byType.map((fields) => fields ?? (isSameSize ? take(0) : undefined) ?? emptyPassenger)
}

export const keptSeats = ({ seated }: Draft, offerId: string) => (seated?.offerId === offerId ? seated.seats : [])

export const keptBags = ({ packed }: Draft, offerId: string) =>
  packed && (packed.offerId === null || packed.offerId === offerId) ? packed.bags : []

/** Whether the bags are those of a booking that failed, for whichever flight is booked next. */
export const areBagsGivenBack = ({ packed }: Draft) => packed?.offerId === null && packed.bags.length > 0

/** Whether the bags are those of a booking that failed and was made then, or after it. */
export const areGivenBackSince = ({ packed }: Draft, bookedAt: string) =>
  packed?.offerId === null && Date.parse(packed.bookedAt ?? '') >= Date.parse(bookedAt)

/** Whether the bags were chosen for another flight. */
export const areBagsOfAnother = ({ packed }: Draft, offerId: string) =>
  packed !== null && packed.offerId !== null && packed.offerId !== offerId && packed.bags.length > 0

/** Whether another card is tried for an offer: its payment begins with the card's number. */
export const isTriedAgain = ({ triedAgain }: Draft, offerId: string) => triedAgain === offerId

export const holderAgain = (draft: Draft, offerId: string) =>
  isTriedAgain(draft, offerId) && draft.holder?.offerId === offerId ? draft.holder.holderName : ''

/** Who travels by what was kept, where another card is tried for the same offer and nobody is missing. */
export function passengersAgain(draft: Draft, offerId: string, party: readonly Member[]): PassengerFields[] | null {
  if (!isTriedAgain(draft, offerId)) return null
  const passengers = fromDraft(draft, party)
  return passengers.every(({ firstName }) => firstName !== '') ? passengers : null
}

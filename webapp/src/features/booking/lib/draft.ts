import { emptyPassenger, type PassengerFields, passportFields } from './passenger-form'
import type { PartyMember } from './passengers'
import type { ChosenSeat } from './seat-choices'

type Member = Pick<PartyMember, 'type'>

/**
 * What was typed for one offer, for the next one. It lives in this page's memory alone, never in the browser's
 * storage, and holds no passport and no card.
 */
let kept: { type: PartyMember['type']; fields: PassengerFields }[] = []

/** Passports were typed or asked for with what is kept, now or before. */
let lacksPassports = false

/** `isPassportRequired`: by the flights that it was typed for. */
export function keepDraft(
  party: readonly Member[],
  passengers: readonly PassengerFields[],
  isPassportRequired: boolean,
) {
  lacksPassports ||=
    isPassportRequired || passengers.some((typed) => passportFields.some((field) => typed[field] !== ''))
  kept = passengers.map((passenger, index) => ({
    type: party[index]?.type ?? 'adult',
    fields: { ...passenger, passportNumber: '', passportExpiryDate: '', passportIssuingCountry: '' },
  }))
}

/** Seats belong to their offer: they are there for another try at the same one. */
let seated: { offerId: string; seats: readonly ChosenSeat[] } | null = null

export function keepSeats(offerId: string, seats: readonly ChosenSeat[]) {
  seated = { offerId, seats }
}

export const keptSeats = (offerId: string) => (seated?.offerId === offerId ? seated.seats : [])

/** One set of fields for each passenger; the first adult's goes to the first adult, though the parties may differ. */
export const fromDraft = (party: readonly Member[]): PassengerFields[] =>
  party.map(({ type }, index) => {
    const before = party.slice(0, index).filter((member) => member.type === type).length
    return kept.filter((draft) => draft.type === type)[before]?.fields ?? emptyPassenger
  })

/** The offer that another card is tried for. */
let again: string | null = null

export function payAgain(offerId: string) {
  again = offerId
}

/** Whether another card is tried for an offer: its payment begins with the card's number. */
export const isTriedAgain = (offerId: string) => again === offerId

/** Of a card its holder's name alone is kept, and for another card on the same offer alone. */
let held: { offerId: string; holderName: string } | null = null

export function keepHolder(offerId: string, holderName: string) {
  held = { offerId, holderName }
}

export const holderAgain = (offerId: string) =>
  isTriedAgain(offerId) && held?.offerId === offerId ? held.holderName : ''

/** Who travels by what was kept, where another card is tried for the same offer and nobody is missing. */
export function passengersAgain(offerId: string, party: readonly Member[]): PassengerFields[] | null {
  if (!isTriedAgain(offerId)) return null
  const passengers = fromDraft(party)
  return passengers.every(({ firstName }) => firstName !== '') ? passengers : null
}

export const hasLostPassports = () => lacksPassports

export const hasDraft = () => kept.length > 0

export const dropDraft = () => {
  kept = []
  lacksPassports = false
  seated = null
  again = null
  held = null
}

import { emptyPassenger, type PassengerFields } from './passenger-form'

/**
 * What was typed for one offer, for the next one. It lives in this page's memory alone, never in the browser's
 * storage, and holds no passport and no card.
 */
let kept: PassengerFields[] = []

export function keepDraft(passengers: readonly PassengerFields[]) {
  kept = passengers.map((passenger) => ({
    ...passenger,
    passportNumber: '',
    passportExpiryDate: '',
    passportIssuingCountry: '',
  }))
}

/** One set of fields for each passenger, filled from the draft as far as it goes. */
export const fromDraft = (count: number): PassengerFields[] =>
  Array.from({ length: count }, (_, index) => kept[index] ?? emptyPassenger)

export const dropDraft = () => {
  kept = []
}

import type { Offer } from '@/lib/api/types'
import { today } from '@/lib/dates'
import type { PassengerRules } from './passenger-form'
import { isPassportRequired } from './passport'

/** What the passengers of an offer have to hold against. */
export const rulesOf = (offer: Offer, of: Pick<PassengerRules, 'party' | 'skipped'>): PassengerRules => ({
  ...of,
  isPassportRequired: isPassportRequired(offer),
  travelDate: (offer.slices.at(-1)?.segments[0]?.departing_at ?? '').slice(0, 10),
  homeCountry: offer.slices[0]?.origin.country_code ?? '',
  today: today(),
})

import type { WatchedTrip } from '@/lib/api/types'
import { cabinClasses, cabinLabels, type SearchCriteria, travellersLabel } from '@/lib/criteria'
import { formatJourneyDay } from '@/lib/dates'
import * as words from '@/messages/watch/list'

/** The search of a watched trip. */
export const criteriaOf = ({ cabinClass, ...trip }: WatchedTrip): SearchCriteria => ({
  ...trip,
  cabinClass: cabinClasses.find((cabin) => cabin === cabinClass) ?? 'economy',
  tripType: trip.returnDate ? 'round-trip' : 'one-way',
})

/** What is watched of a search. */
export const tripOf = ({ tripType, ages, ...criteria }: SearchCriteria): WatchedTrip => ({
  ...criteria,
  returnDate: tripType === 'one-way' ? null : criteria.returnDate,
  ages: [...ages],
})

/** "Fri, Jan 15, 2027 to Fri, Jan 22, 2027" */
export function datesOf({ departureDate, returnDate }: Pick<SearchCriteria, 'departureDate' | 'returnDate'>) {
  const from = formatJourneyDay(departureDate)
  return returnDate ? words.dates({ from, to: formatJourneyDay(returnDate) }) : words.oneWay({ day: from })
}

/** Dates, travellers and cabin. */
export const factsOf = (criteria: SearchCriteria) => [
  datesOf(criteria),
  travellersLabel(criteria),
  cabinLabels[criteria.cabinClass],
]

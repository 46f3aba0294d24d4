import * as cabinWords from '@/messages/lib/cabins'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/lib/travelers'

/** What a traveller searches for, and its three spellings in addresses. */

export const cabinClasses = ['economy', 'premium_economy', 'business', 'first'] as const
export type CabinClass = (typeof cabinClasses)[number]

type TripType = 'round-trip' | 'one-way'

export interface SearchCriteria {
  origin: string
  destination: string
  departureDate: string
  returnDate: string | null
  cabinClass: CabinClass
  adults: number
  children: number
  infants: number
  /** Full years of each child, then of each infant, on the day of the last flight. Empty: they are searched by kind. */
  ages: readonly number[]
  tripType: TripType
}

/** Younger travellers are infants; from 18 on everybody is an adult. */
export const YOUNGEST_CHILD = 2
export const OLDEST_CHILD = 17

/** Whom a search by age takes for what; the server holds the same. */
export const isChildAge = (age: number) => age >= YOUNGEST_CHILD && age <= OLDEST_CHILD
export const isInfantAge = (age: number) => age >= 0 && age < YOUNGEST_CHILD

/** How many travel of each kind, and their ages as far as they are known. */
export type TravellerCounts = Pick<SearchCriteria, 'adults' | 'children' | 'infants' | 'ages'>

export const cabinLabels: Record<CabinClass, string> = {
  economy: cabinWords.economy,
  premium_economy: cabinWords.premiumEconomy,
  business: cabinWords.business,
  first: cabinWords.first,
}

type Params = Pick<URLSearchParams, 'get'>

const isCabin = (value: string | null): value is CabinClass => cabinClasses.includes(value as CabinClass)

/** A number that no search accepts is kept: the search says so, where another number would find other fares. */
function count(values: (string | null)[], fallback: number) {
  const value = values.find((text) => text !== null && /^\d{1,3}$/.test(text))
  return value === undefined ? fallback : Number(value)
}

/** A text that is no list of ages of children and infants is none. */
function agesIn(text: string | null) {
  if (!text || !/^\d{1,2}(,\d{1,2})*$/.test(text)) return []
  const ages = text.split(',').map(Number)
  return ages.every((age) => isInfantAge(age) || isChildAge(age)) ? ages : []
}

/**
 * Reads criteria from an address. `from_` parameters win when they name both ends, as on the flight page, and then
 * they are the whole search; else the short names of the results page, then the `...Count` names of the search form.
 */
export function readCriteria(params: Params): SearchCriteria {
  const isCarried = Boolean(params.get('from_origin') && params.get('from_destination'))
  const read = (name: string) => params.get(isCarried ? `from_${name}` : name)
  const travellers = (name: string, fallback: number) =>
    count(isCarried ? [read(name)] : [read(name), params.get(`${name}Count`)], fallback)
  const returnDate = read('returnDate') || null
  const cabin = read('cabinClass')
  const stated = params.get('tripType')
  const tripType = stated === 'one-way' || stated === 'round-trip' ? stated : returnDate ? 'round-trip' : 'one-way'
  return {
    origin: (read('origin') ?? '').toUpperCase(),
    destination: (read('destination') ?? '').toUpperCase(),
    departureDate: read('departureDate') ?? '',
    returnDate: tripType === 'round-trip' ? returnDate : null,
    cabinClass: isCabin(cabin) ? cabin : 'economy',
    adults: travellers('adults', 1),
    children: travellers('children', 0),
    infants: travellers('infants', 0),
    ages: agesIn(read('ages')),
    tripType,
  }
}

/** A search needs both ends and a day. */
export const isComplete = ({ origin, destination, departureDate }: SearchCriteria) =>
  origin.length === 3 && destination.length === 3 && departureDate !== ''

const route = (criteria: SearchCriteria) => ({
  origin: criteria.origin,
  destination: criteria.destination,
  departureDate: criteria.departureDate,
  returnDate: criteria.returnDate,
  cabinClass: criteria.cabinClass,
})

const agesParam = ({ ages }: SearchCriteria) => (ages.length > 0 ? { ages: ages.join(',') } : {})

const counts = (criteria: SearchCriteria) => ({
  adultsCount: criteria.adults,
  childrenCount: criteria.children,
  infantsCount: criteria.infants,
  ...agesParam(criteria),
})

/** The parameters the search form gives to the results page. */
export const searchParams = (criteria: SearchCriteria) => ({
  ...route(criteria),
  ...counts(criteria),
  tripType: criteria.tripType,
})

/** The fields of a search request. */
export const searchRequest = (criteria: SearchCriteria) => ({ ...route(criteria), ...counts(criteria) })

/** The same search under `from_`, carried through the flight page so that it can lead back. */
export function carriedParams(criteria: SearchCriteria) {
  const { adults, children, infants } = criteria
  return Object.fromEntries(
    Object.entries({ ...route(criteria), adults, children, infants, ...agesParam(criteria) }).map(([name, value]) => [
      `from_${name}`,
      value,
    ]),
  )
}

/** "2 adults, 1 child" */
export function travellersLabel({
  adults,
  children,
  infants,
}: Pick<SearchCriteria, 'adults' | 'children' | 'infants'>) {
  return [
    words.adults({ count: adults }),
    children > 0 && words.children({ count: children }),
    infants > 0 && words.infants({ count: infants }),
  ]
    .filter(Boolean)
    .join(lists.separator)
}

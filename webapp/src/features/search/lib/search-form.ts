import type { FieldProblem } from '@/components/ui/error-summary'
import type { Airport } from '@/lib/airports'
import {
  type CabinClass,
  cabinClasses,
  isChildAge,
  isInfantAge,
  readCriteria,
  type SearchCriteria,
} from '@/lib/criteria'
import { addDays, isDate } from '@/lib/dates'
import * as words from '@/messages/search/problems'

export const tripTabs = ['round-trip', 'one-way', 'multi-city'] as const
export type TripTab = (typeof tripTabs)[number]

export interface SearchForm {
  trip: TripTab
  origin: string
  destination: string
  departureDate: string
  returnDate: string
  cabinClass: CabinClass
  adults: number
  children: number
  infants: number
  /** One a child, in full years on the day of the last flight; null until it is chosen. */
  childAges: readonly Age[]
  /** The same of the infants. */
  infantAges: readonly Age[]
}

type Age = number | null

/** What the passengers field is about. */
export type Party = Pick<SearchForm, 'adults' | 'children' | 'infants' | 'childAges' | 'infantAges'>

export const nobodyElse: Party = { adults: 1, children: 0, infants: 0, childAges: [], infantAges: [] }

export const fieldIds = {
  origin: 'search-origin',
  destination: 'search-destination',
  departure: 'search-departure',
  return: 'search-return',
  passengers: 'search-passengers',
  /** The ages in the passengers' popup. No element has this id: `showMissingAge` leads there. */
  ages: 'search-ages',
} as const

export const limits = {
  adults: { min: 1, max: 9 },
  children: { min: 0, max: 9 },
  // The rules of a search allow nine; this form stops at five.
  infants: { min: 0, max: 5 },
} as const

export const MAX_SEATS = 9

/** Airlines sell about 11 months; the search itself refuses what lies beyond. */
const SOLD_AHEAD_DAYS = 361
export const TOO_FAR = words.tooFarAhead({ days: SOLD_AHEAD_DAYS })

/** The last day that can be searched. `today` is the date at the origin airport. */
export const lastDay = (today: string) => addDays(today, SOLD_AHEAD_DAYS)

/** When one is back where nothing else was chosen. */
function aWeekAfter(departureDate: string, today: string) {
  const [back, last] = [addDays(departureDate, 7), lastDay(today)]
  return back > last && departureDate <= last ? last : back
}

/** Today, a week, one adult in economy; whatever the address says instead, as after Modify Search. */
export function initialForm(params: Pick<URLSearchParams, 'get'>, today: string): SearchForm {
  const from = readCriteria(params)
  const departureDate = isDate(from.departureDate) && from.departureDate >= today ? from.departureDate : today
  const returnDate =
    from.returnDate && from.returnDate >= departureDate ? from.returnDate : aWeekAfter(departureDate, today)
  const trip = from.origin && from.tripType === 'one-way' ? 'one-way' : 'round-trip'
  const infants = Math.min(from.infants, limits.infants.max)
  return {
    trip,
    origin: from.origin,
    destination: from.destination,
    departureDate,
    returnDate: trip === 'one-way' ? '' : returnDate,
    cabinClass: from.cabinClass,
    adults: from.adults,
    children: from.children,
    infants,
    childAges: asMany(from.children, from.ages.filter(isChildAge)),
    infantAges: asMany(infants, from.ages.filter(isInfantAge)),
  }
}

/** So many ages, as far as a search goes: further ones are not known yet. */
const asMany = (count: number, ages: readonly Age[]) =>
  Array.from({ length: Math.min(count, MAX_SEATS) }, (_, index) => ages[index] ?? null)

/** Another number of one kind, with the ages of those who stay. */
export function withCount(party: Party, kind: 'adults' | 'children' | 'infants', count: number): Party {
  const next = { ...party, [kind]: count }
  return {
    ...next,
    childAges: asMany(next.children, party.childAges),
    infantAges: asMany(next.infants, party.infantAges),
  }
}

const isCount = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max

/** What the list of problems is headed by. */
export const problemsTitle = (problems: readonly FieldProblem[]) =>
  problems.some(({ message }) => message === words.originMissing || message === words.destinationMissing)
    ? words.airportsTitle
    : words.title

/** What a search accepts, field by field. */
function fieldProblems(form: SearchForm): FieldProblem[] {
  const rules: [isBroken: boolean, problem: FieldProblem][] = [
    [form.origin.length !== 3, { fieldId: fieldIds.origin, message: words.originMissing }],
    [form.destination.length !== 3, { fieldId: fieldIds.destination, message: words.destinationMissing }],
    [!isDate(form.departureDate), { fieldId: fieldIds.departure, message: words.departureMissing }],
    [form.adults < 1, { fieldId: fieldIds.passengers, message: words.adultMissing }],
    [!isCount(form.adults, 0, 9), { fieldId: fieldIds.passengers, message: words.tooManyAdults }],
    [!isCount(form.children, 0, 9), { fieldId: fieldIds.passengers, message: words.tooManyChildren }],
    [!isCount(form.infants, 0, 9), { fieldId: fieldIds.passengers, message: words.tooManyInfants }],
    [form.childAges.includes(null), { fieldId: fieldIds.ages, message: words.childAgeMissing }],
    [form.infantAges.includes(null), { fieldId: fieldIds.ages, message: words.infantAgeMissing }],
    [!cabinClasses.includes(form.cabinClass), { message: words.cabinMissing }],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}

/** Somebody's age is still to be chosen. */
export const isAgeMissing = ({ childAges, infantAges }: Party) => [...childAges, ...infantAges].includes(null)

/** What no booking could have, said before the search. */
export function partyProblem({ adults, children, infants }: Pick<SearchForm, 'adults' | 'children' | 'infants'>) {
  if (adults + children > MAX_SEATS) return words.tooManySeats({ count: MAX_SEATS })
  if (infants > adults) return words.tooFewLaps
  return null
}

/** Who flies to all airports of a city flies to each of them. Two airports of one city are two places. */
const isSamePlace = ({ origin, destination }: SearchForm, cityOf: (code: string) => string) =>
  origin === destination || cityOf(origin) === destination || cityOf(destination) === origin

/** `today` is the date at the origin airport. Nothing else is asked while a field is missing. */
export function formProblems(form: SearchForm, today: string, cityOf = (code: string) => code): FieldProblem[] {
  const missing = fieldProblems(form)
  if (missing.length > 0) return missing
  const party = partyProblem(form)
  const rules: [isBroken: boolean, problem: FieldProblem][] = [
    [isSamePlace(form, cityOf), { fieldId: fieldIds.destination, message: words.samePlace }],
    [form.departureDate < today, { fieldId: fieldIds.departure, message: words.departurePast }],
    [form.departureDate > lastDay(today), { fieldId: fieldIds.departure, message: TOO_FAR }],
    [
      form.trip === 'round-trip' && form.returnDate > lastDay(today) && form.departureDate <= lastDay(today),
      { fieldId: fieldIds.return, message: TOO_FAR },
    ],
    [
      form.trip === 'round-trip' && form.returnDate !== '' && form.returnDate < form.departureDate,
      { fieldId: fieldIds.return, message: words.returnTooEarly },
    ],
    [party !== null, { fieldId: fieldIds.passengers, message: party ?? '' }],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}

export function toCriteria({ trip, childAges, infantAges, ...form }: SearchForm): SearchCriteria {
  const tripType = trip === 'one-way' ? 'one-way' : 'round-trip'
  const returnDate = tripType === 'round-trip' && form.returnDate ? form.returnDate : null
  return { ...form, tripType, returnDate, ages: [...childAges, ...infantAges].filter((age) => age !== null) }
}

/** A later departure takes the return with it. */
export function withDeparture(form: SearchForm, departureDate: string, today: string): SearchForm {
  const isOvertaken = form.trip === 'round-trip' && form.returnDate < departureDate
  return { ...form, departureDate, returnDate: isOvertaken ? aWeekAfter(departureDate, today) : form.returnDate }
}

/** One way has no return date; a round trip has one again. */
export function withTrip(form: SearchForm, trip: TripTab, today: string): SearchForm {
  if (trip === 'one-way') return { ...form, trip, returnDate: '' }
  return { ...form, trip, returnDate: form.returnDate || aWeekAfter(form.departureDate, today) }
}

/** The place of departure decides what "today" is; before one is picked, the browser does. */
export const zoneOf = (airport: Airport | null) => airport?.time_zone ?? null

import { expect, test } from 'vitest'
import {
  formProblems,
  initialForm,
  partyProblem,
  type SearchForm,
  toCriteria,
  withCount,
  withDeparture,
  withTrip,
} from './search-form'

const TODAY = '2026-11-21'
const TOO_FAR = 'Airlines sell flights up to 361 days ahead. Please choose an earlier date.'
const form = (part: Partial<SearchForm> = {}): SearchForm => ({
  ...initialForm(new URLSearchParams(), TODAY),
  origin: 'JFK',
  destination: 'LHR',
  ...part,
})
const messages = (part: Partial<SearchForm>) => formProblems(form(part), TODAY).map((problem) => problem.message)

test('s045 the form starts today, back in a week, one adult in economy', () => {
  expect(initialForm(new URLSearchParams(), TODAY)).toEqual({
    trip: 'round-trip',
    origin: '',
    destination: '',
    departureDate: '2026-11-21',
    returnDate: '2026-11-28',
    cabinClass: 'economy',
    adults: 1,
    children: 0,
    infants: 0,
    childAges: [],
    infantAges: [],
  })
})

test('s065 Modify Search brings the ages back, and those that the address leaves out are to be chosen', () => {
  const agesOf = (query: string) => {
    const { childAges, infantAges } = initialForm(new URLSearchParams(`adultsCount=2&${query}`), TODAY)
    return [childAges, infantAges]
  }

  expect(agesOf('childrenCount=2&infantsCount=1&ages=4,9,0')).toEqual([[4, 9], [0]])
  expect(agesOf('childrenCount=2&infantsCount=1')).toEqual([[null, null], [null]])
  expect(agesOf('childrenCount=1&ages=4,9')).toEqual([[4], []])
  // More than a search takes.
  expect(agesOf('childrenCount=900')[0]).toHaveLength(9)
})

test('children who stay keep their ages when the count changes', () => {
  const two = withCount(form({ children: 1, childAges: [4] }), 'children', 2)

  expect(two).toMatchObject({ children: 2, childAges: [4, null] })
  expect(withCount(two, 'children', 1)).toMatchObject({ children: 1, childAges: [4] })
  expect(withCount(two, 'infants', 1)).toMatchObject({ childAges: [4, null], infantAges: [null] })
})

test('children are searched with their ages, then the infants', () => {
  const { ages } = toCriteria(form({ children: 2, childAges: [4, 9], infants: 1, infantAges: [0] }))

  expect(ages).toEqual([4, 9, 0])
})

test('s065 Modify Search brings the search back, its past dates brought up to today', () => {
  const params = new URLSearchParams(
    'origin=JFK&destination=LHR&departureDate=2026-11-01&returnDate=2026-11-05&adultsCount=2&infantsCount=9&tripType=round-trip',
  )

  expect(initialForm(params, TODAY)).toMatchObject({
    origin: 'JFK',
    departureDate: TODAY,
    returnDate: '2026-11-28',
    adults: 2,
    infants: 5,
  })
})

test.each([
  [{}, []],
  [{ origin: '' }, ['Please select an origin airport']],
  [{ destination: 'LO' }, ['Please select a destination airport']],
  [{ departureDate: '' }, ['Please select a departure date']],
  [{ adults: 0 }, ['At least 1 adult is required']],
  [{ children: 2, childAges: [4, null] }, ['Please choose the age of each child']],
  [{ infants: 1, infantAges: [null] }, ['Please choose the age of each infant']],
  [{ children: 1, childAges: [17], infants: 1, infantAges: [0] }, []],
  [{ destination: 'JFK' }, ['Origin and destination cannot be the same']],
  [{ departureDate: '2026-11-20' }, ['Departure date cannot be in the past']],
  [{ returnDate: '2026-11-20' }, ['Return date must be after departure date']],
  [{ returnDate: '2026-11-21' }, []],
  [{ departureDate: '2026-12-01', returnDate: '2027-11-17' }, []],
  [{ returnDate: '2027-11-18' }, [TOO_FAR]],
  [{ departureDate: '2027-11-18', returnDate: '2027-11-19' }, [TOO_FAR]],
  [{ trip: 'one-way', returnDate: '' }, []],
] as [Partial<SearchForm>, string[]][])('s050-s053 %j says %j', (part, expected) => {
  expect(messages(part)).toEqual(expected)
})

test.each([
  [{ adults: 9, children: 0, infants: 5 }, false],
  [{ adults: 5, children: 5, infants: 0 }, true],
  [{ adults: 1, children: 0, infants: 2 }, true],
])('r016 the party %j is refused: %j', (party, isRefused) => {
  expect(partyProblem(party) !== null).toBe(isRefused)
})

test('s040 one way has no return date, and a round trip has one again', () => {
  const oneWay = withTrip(form(), 'one-way', TODAY)

  expect(oneWay.returnDate).toBe('')
  expect(toCriteria(oneWay)).toMatchObject({ tripType: 'one-way', returnDate: null })
  expect(withTrip(oneWay, 'round-trip', TODAY).returnDate).toBe('2026-11-28')
})

test('a departure after the return takes the return with it', () => {
  expect(withDeparture(form(), '2026-12-10', TODAY).returnDate).toBe('2026-12-17')
  expect(withDeparture(form(), '2026-11-25', TODAY).returnDate).toBe('2026-11-28')
  // Nobody sells what is a week later.
  expect(withDeparture(form(), '2027-11-14', TODAY).returnDate).toBe('2027-11-17')
})

import { expect, test } from 'vitest'
import { carriedParams, readCriteria, searchParams, searchRequest, travellersLabel } from './criteria'
import { withQuery } from './routes'

const read = (query: string) => readCriteria(new URLSearchParams(query))

test('s062 what an address leaves out has its default', () => {
  expect(read('origin=jfk&destination=LHR&departureDate=2027-03-05')).toEqual({
    origin: 'JFK',
    destination: 'LHR',
    departureDate: '2027-03-05',
    returnDate: null,
    cabinClass: 'economy',
    adults: 1,
    children: 0,
    infants: 0,
    ages: [],
    tripType: 'one-way',
  })
})

test.each([
  ['returnDate=2027-03-12', 'round-trip'],
  ['', 'one-way'],
  ['returnDate=2027-03-12&tripType=one-way', 'one-way'],
  ['tripType=round-trip', 'round-trip'],
  ['tripType=multi-city', 'one-way'],
])('s063 "%s" is %s', (query, tripType) => {
  expect(read(query).tripType).toBe(tripType)
})

test.each([
  ['adultsCount=3', 3],
  ['adults=2&adultsCount=3', 2],
  ['from_origin=JFK&from_destination=LHR&from_adults=4&adults=2&adultsCount=3', 4],
  ['from_origin=JFK&from_adults=4&adults=2', 2],
  ['from_origin=JFK&from_destination=LHR&adults=2', 1],
  ['adults=0', 0],
  ['adults=many', 1],
])('c3 "%s" means %i adults', (query, adults) => {
  expect(read(query).adults).toBe(adults)
})

test('s064 carried parameters win only when they name both ends', () => {
  const both = read('from_origin=BOS&from_destination=CDG&origin=JFK&destination=LHR')
  const one = read('from_origin=BOS&origin=JFK&destination=LHR')

  expect([both.origin, both.destination]).toEqual(['BOS', 'CDG'])
  expect([one.origin, one.destination]).toEqual(['JFK', 'LHR'])
})

test('s064 a carried search is whole: nothing of another one in the address is added to it', () => {
  const carried = read('from_origin=BOS&from_destination=CDG&from_departureDate=2027-03-05&returnDate=2027-04-01')

  expect(carried).toMatchObject({ departureDate: '2027-03-05', returnDate: null, tripType: 'one-way' })
})

test('s047 a one-way search writes no return date', () => {
  const criteria = read('origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&tripType=one-way')

  expect(withQuery('/search', searchParams(criteria))).toBe(
    '/search?origin=JFK&destination=LHR&departureDate=2027-03-05&cabinClass=economy&adultsCount=1&childrenCount=0&infantsCount=0&tripType=one-way',
  )
})

test('s071 a search carried to the flight page and back is the same search', () => {
  const criteria = read(
    'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&adults=2&children=1&infants=1&cabinClass=business&ages=9,0',
  )

  expect(criteria.ages).toEqual([9, 0])
  expect(read(withQuery('', carriedParams(criteria)))).toEqual(criteria)
})

test.each([
  ['childrenCount=2&ages=4,9', [4, 9]],
  ['childrenCount=2', []],
  ['childrenCount=2&ages=', []],
  ['childrenCount=2&ages=four', []],
  ['childrenCount=2&ages=4,44', []],
  ['childrenCount=1&ages=40', []],
  ['childrenCount=1&ages=18', []],
  ['childrenCount=1&infantsCount=1&ages=17,1', [17, 1]],
  ['from_origin=JFK&from_destination=LHR&from_children=1&from_ages=7&ages=4', [7]],
  ['from_origin=JFK&from_destination=LHR&from_children=1&ages=4', []],
])('an address with "%s" has the ages %j', (query, ages) => {
  expect(read(query).ages).toEqual(ages)
})

test('ages go to the results and to the search, and where they are unknown nothing does', () => {
  const withAges = read('origin=JFK&destination=LHR&departureDate=2027-03-05&childrenCount=2&ages=4,9')
  const without = read('origin=JFK&destination=LHR&departureDate=2027-03-05&childrenCount=2')

  expect([searchParams(withAges).ages, searchRequest(withAges).ages]).toEqual(['4,9', '4,9'])
  expect(read(withQuery('', searchParams(withAges)))).toEqual(withAges)
  expect(
    [searchParams(without), searchRequest(without), carriedParams(without)].map((it) => JSON.stringify(it)),
  ).toEqual([
    expect.not.stringContaining('ages'),
    expect.not.stringContaining('ages'),
    expect.not.stringContaining('ages'),
  ])
})

test('s065 r040 travelers are counted by kind, each in its number', () => {
  expect(travellersLabel({ adults: 2, children: 1, infants: 0 })).toBe('2 adults, 1 child')
  expect(travellersLabel({ adults: 2, children: 0, infants: 2 })).toBe('2 adults, 2 infants')
  expect(travellersLabel({ adults: 1, children: 2, infants: 1 })).toBe('1 adult, 2 children, 1 infant')
})

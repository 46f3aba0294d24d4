// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { searchForParty, searchReturn } from './search-return'
import { store } from './storage'

const last = { origin: 'BOS', destination: 'SFO', departureDate: '2027-04-01' }

test.each([
  [
    'its own search',
    'from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05',
    'origin=JFK&destination=LHR',
  ],
  ['the last search of the browser', '', 'origin=BOS&destination=SFO'],
])('s071 a page leads back to %s', (_, query, expected) => {
  store('localStorage', 'lastSearchParams', last)

  expect(searchReturn(new URLSearchParams(query))).toContain(`/search?${expected}`)
})

test('s071 without any search it leads to an empty one', () => {
  expect(searchReturn(new URLSearchParams())).toBe('/search')
})

test('s071 the list is looked at as before', () => {
  const query =
    'from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05&from_stops=0&from_sort=duration-asc&from_dates=1'

  const back = new URL(searchReturn(new URLSearchParams(query)), 'http://localhost').searchParams
  expect(['stops', 'sort', 'dates', 'price'].map((name) => back.get(name))).toEqual(['0', 'duration-asc', '1', null])
})

test('r016 the same search for other travellers keeps the rest of it', () => {
  const href =
    '/search?origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&cabinClass=business&adultsCount=2&childrenCount=1'

  const again = new URL(
    searchForParty(href, { adults: 3, children: 0, infants: 0, ages: [] }) ?? '',
    'http://localhost',
  ).searchParams
  expect(['origin', 'returnDate', 'cabinClass', 'adultsCount', 'childrenCount'].map((name) => again.get(name))).toEqual(
    ['JFK', '2027-03-12', 'business', '3', '0'],
  )
})

test('r016 without a search or an adult there is no other search', () => {
  expect(searchForParty('/search', { adults: 1, children: 0, infants: 0, ages: [] })).toBeNull()
  const href = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05'
  expect(searchForParty(href, { adults: 0, children: 1, infants: 0, ages: [] })).toBeNull()
})

test('r016 the same search for others goes by their ages, and by none of the search before', () => {
  const href = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05&childrenCount=1&ages=8'
  const agesFor = (ages: number[]) =>
    new URL(
      searchForParty(href, { adults: 1, children: 1, infants: 0, ages }) ?? '',
      'http://localhost',
    ).searchParams.get('ages')

  expect(agesFor([4])).toBe('4')
  expect(agesFor([])).toBeNull()
})

test('bag07 the list tells prices with a bag as before', () => {
  const query = 'from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05&from_bag=1'

  expect(new URL(searchReturn(new URLSearchParams(query)), 'http://localhost').searchParams.get('bag')).toBe('1')
})

import { expect, test } from 'vitest'
import { searchReturn } from './search-return'
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

import { expect, test } from 'vitest'
import * as panel from '@/messages/search/filter-panel'
import * as noMatches from '@/messages/search/no-matches'
import * as results from '@/messages/search/results'

test.each([
  [results.matching({ matching: 1966, flights: 1967 }), '1,966 of 1,967 flights'],
  [panel.supply({ count: 1966, price: '$431' }), '1,966 from $431'],
  [panel.priceSpread({ count: 1966, low: '$100', high: '$200' }), 'most flights, 1,966, cost'],
])('large counts are written alike everywhere: %s', (said, expected) => {
  expect(said).toContain(expected)
})

test.each([
  [panel.counted({ loaded: 500, unloaded: 1 }), 'Counted in the 500 flights loaded; 1 more is not loaded yet.'],
  [panel.counted({ loaded: 1, unloaded: 2 }), 'Counted in the 1 flight loaded; 2 more are not loaded yet.'],
  [noMatches.moreUnloaded({ count: 1 }), '1 more is not loaded yet.'],
  [
    noMatches.noneLoadedMatch({ count: 1, filters: 1, list: 'Price' }),
    'The only flight loaded does not match the filter: Price.',
  ],
])('one is counted as one: %s', (said, expected) => {
  expect(said).toBe(expected)
})

import { expect, test } from 'vitest'
import { noFilters } from './filters'
import { readView, type View, viewParams } from './view'

const written = (view: View) =>
  new URLSearchParams(Object.entries(viewParams(view)).filter((entry): entry is [string, string] => entry[1] !== null))

test('s075 s082 bag07 day03 a view that is written into an address reads back', () => {
  const view: View = {
    sort: 'duration-asc',
    filters: {
      priceRange: [200, 940],
      airlines: ['AA', 'BA'],
      stops: [0, 2],
      departureTime: [['morning'], ['afternoon', 'evening']],
      arrivalTime: [[], ['early_morning']],
      duration: 630,
      refundable: true,
      baggageIncluded: true,
      lessEmissions: true,
    },
    withBag: true,
    withDates: true,
  }

  expect(readView(written(view))).toEqual(view)
})

test('a view without a choice leaves the address alone', () => {
  const plain: View = { sort: 'price-asc', filters: noFilters, withBag: false, withDates: false }

  expect(written(plain).toString()).toBe('')
  expect(readView(new URLSearchParams())).toEqual(plain)
})

test.each([
  'sort=cheapest',
  'price=900-200',
  'price=abc',
  'airlines=XX,%00',
  'stops=7,-1',
  'departs=noon',
  'longest=1e9',
  'refundable=1',
  'emissions=more',
  'bag=true',
  'dates=all',
])('%s is no choice and is left out', (query) => {
  expect(readView(new URLSearchParams(query))).toEqual({
    sort: 'price-asc',
    filters: noFilters,
    withBag: false,
    withDates: false,
  })
})

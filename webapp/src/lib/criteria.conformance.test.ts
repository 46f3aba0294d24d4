import { expect, test } from 'vitest'
import { readCriteria } from './criteria'

test.each([
  ['adultsCount=9&childrenCount=9&infantsCount=9', { adults: 9, children: 9, infants: 9 }],
  ['adultsCount=0&childrenCount=0&infantsCount=0', { adults: 1, children: 0, infants: 0 }],
  ['adultsCount=10&childrenCount=-1&infantsCount=1.5', { adults: 1, children: 0, infants: 0 }],
  ['cabinClass=premium_economy', { cabinClass: 'premium_economy' }],
  ['cabinClass=hold', { cabinClass: 'economy' }],
])('s055 c001 an address with %s is read as %j', (query, expected) => {
  expect(readCriteria(new URLSearchParams(query))).toMatchObject(expected)
})

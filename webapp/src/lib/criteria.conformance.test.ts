import { expect, test } from 'vitest'
import { readCriteria } from './criteria'

test.each([
  ['adultsCount=9&childrenCount=9&infantsCount=9', { adults: 9, children: 9, infants: 9 }],
  ['adultsCount=0&childrenCount=10&infantsCount=0', { adults: 0, children: 10, infants: 0 }],
  ['adultsCount=12', { adults: 12 }],
  ['adultsCount=many&childrenCount=-1&infantsCount=1.5', { adults: 1, children: 0, infants: 0 }],
  ['cabinClass=premium_economy', { cabinClass: 'premium_economy' }],
  ['cabinClass=hold', { cabinClass: 'economy' }],
])('s055 c001 an address with %s is read as %j', (query, expected) => {
  expect(readCriteria(new URLSearchParams(query))).toMatchObject(expected)
})

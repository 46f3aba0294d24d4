import { expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { dateCell, emptyCell } from '@/testing/dates'
import { thirdsOf } from './thirds'

const priced = (amount: string | null, day: number, currency = 'USD') =>
  (amount === null ? emptyCell : dateCell)({
    departureDate: addDays('2027-01-01', day),
    returnDate: null,
    ...(amount === null ? {} : { amount, currency }),
  })
const thirds = (...amounts: (string | null)[]) => [
  ...thirdsOf(
    amounts.map((one, day) => priced(one, day)),
    'USD',
  ).values(),
]

test.each([
  [
    ['300', '100', '200'],
    ['high', 'low', 'middle'],
  ],
  [
    ['9.50', '10.00', '100.00'],
    ['low', 'middle', 'high'],
  ],
  [
    ['100', '100.00', '200', '300'],
    ['low', 'low', 'high', 'high'],
  ],
  [
    ['100', '100', '100', '300'],
    ['low', 'low', 'low', 'high'],
  ],
  [['100', '200', null], []],
  [['100', '100.00', '100'], []],
])('day04 the prices %j stand in the thirds %j', (amounts, expected) => {
  expect(thirds(...amounts)).toEqual(expected)
})

test('day04 a price in another currency is not compared', () => {
  const cells = [...['100', '200', '300'].map((amount, day) => priced(amount, day)), priced('1', 5, 'EUR')]

  expect([...thirdsOf(cells, 'USD').values()]).toEqual(['low', 'middle', 'high'])
})

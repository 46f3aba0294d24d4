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
    ['500', '300', '100', '400', '200'],
    ['high', 'middle', 'low', 'high', 'low'],
  ],
  [
    ['9.50', '10.00', '100.00', '200.00', '300.00'],
    ['low', 'low', 'middle', 'high', 'high'],
  ],
  [
    ['100', '100.00', '200', '300', '400'],
    ['low', 'low', 'middle', 'high', 'high'],
  ],
  [
    ['100', '100', '100', '100', '300'],
    ['low', 'low', 'low', 'low', 'high'],
  ],
  [['100', '200', '300', '400', null], []],
  [['100', '100.00', '100', '100', '100'], []],
])('day04 the prices %j stand in the thirds %j', (amounts, expected) => {
  expect(thirds(...amounts)).toEqual(expected)
})

const countsOf = (...amounts: string[]) => {
  const all = thirds(...amounts)
  return ['low', 'middle', 'high'].map((third) => all.filter((one) => one === third).length)
}

test.each([
  [4, [0, 0, 0]],
  [5, [2, 1, 2]],
  [6, [2, 2, 2]],
  [7, [3, 2, 2]],
  [8, [3, 2, 3]],
  [9, [3, 3, 3]],
  [10, [4, 3, 3]],
  [11, [4, 3, 4]],
  [12, [4, 4, 4]],
  [13, [5, 4, 4]],
  [14, [5, 4, 5]],
])('day04 of %i distinct prices the thirds hold %j', (count, expected) => {
  expect(countsOf(...Array.from({ length: count }, (_, place) => `${100 + place}`))).toEqual(expected)
})

test.each([
  ['in the lower third where that is as even', ['100', '200', '200', '300', '400', '500'], [3, 1, 2]],
  ['in the third that keeps them more even', ['100', '200', '200', '200', '300', '400'], [1, 3, 2]],
  ['above all others', ['100', '200', '200', '200', '200'], [1, 0, 4]],
  ['below all others', ['100', '100', '100', '100', '200', '300'], [4, 1, 1]],
  ['in pairs', ['100', '100', '200', '200', '300', '300'], [2, 2, 2]],
] as const)('day04 equal prices stand together: %s', (_, amounts, expected) => {
  expect(countsOf(...amounts)).toEqual(expected)
})

test('day04 a price in another currency is not compared', () => {
  const cells = [
    ...['100', '200', '300', '400', '500'].map((amount, day) => priced(amount, day)),
    priced('1', 5, 'EUR'),
  ]

  expect([...thirdsOf(cells, 'USD').values()]).toEqual(['low', 'low', 'middle', 'high', 'high'])
  expect(thirdsOf(cells.slice(1), 'USD').size).toBe(0)
})

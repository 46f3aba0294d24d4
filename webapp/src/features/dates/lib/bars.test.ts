import { expect, test } from 'vitest'
import { dateCell, emptyCell } from '@/testing/dates'
import { barsOf, heightOf, historyBars, rangeOf } from './bars'

const seen = {
  currency: 'USD',
  cells: [
    dateCell({ departureDate: '2027-01-14', returnDate: null, amount: '99.50', lowest: true }),
    dateCell({ departureDate: '2027-01-15', returnDate: null, amount: '100.00' }),
    dateCell({ departureDate: '2027-01-16', returnDate: null, amount: '9.00', currency: 'EUR' }),
    emptyCell({ departureDate: '2027-01-17', returnDate: null }),
  ],
}

test('day03 r024 each departure has a bar, without a height where nothing is seen in its currency', () => {
  const bars = barsOf(seen, { departureDate: '2027-01-15', returnDate: null })

  expect(bars.map(({ amount }) => amount)).toEqual(['99.50', '100.00', null, null])
  expect(bars.map(({ other }) => other?.currency ?? null)).toEqual([null, null, 'EUR', null])
  expect(bars.map(({ isChosen }) => isChosen)).toEqual([false, true, false, false])
  expect(bars.map(({ isLowest }) => isLowest)).toEqual([true, false, false, false])
  expect(rangeOf(bars)).toEqual(['99.50', '100.00'])
})

test('day09 the history of the chosen dates has a bar a day', () => {
  const history = [{ day: '2026-11-20', amount: '110.00', currency: 'USD' }]

  expect(historyBars(history, 'USD')).toEqual([
    { day: '2026-11-20', amount: '110.00', other: null, isChosen: false, isLowest: false },
  ])
})

test('day03 bars without a price have no range', () => {
  expect(rangeOf([])).toBeNull()
})

test('day03 bars stand on zero: half of the price is half as high', () => {
  expect(heightOf('50.00', '100.00')).toBe(50)
})

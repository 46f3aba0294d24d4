import { expect, test } from 'vitest'
import { dateCell, emptyCell } from '@/testing/dates'
import { type CellPlace, linesOf, nameOf } from './cell-words'

const place: CellPlace = { isChosen: false, third: undefined, now: Date.parse('2026-11-26T15:00:00Z') }
const none = dateCell({ state: 'none', amount: null, currency: null })

test('day04 a cell is named by its dates, its price, its age and its mark', () => {
  expect(nameOf(dateCell({ lowest: true }), place)).toBe(
    'Leave Friday, January 15, return Friday, January 22, from 638 US dollars, seen 3 hours ago, lowest seen',
  )
})

test.each([
  [emptyCell({ returnDate: null }), 'Leave Friday, January 15, not looked up'],
  [none, 'Leave Friday, January 15, return Friday, January 22, no flights, seen 3 hours ago'],
])('day04 a cell without a price says so (%#)', (cell, name) => {
  expect(nameOf(cell, place)).toBe(name)
})

test.each([
  [dateCell(), {}, ['from $638', '3 h ago', '']],
  [dateCell(), { third: 'high' as const }, ['from $638', '3 h ago', 'high']],
  [dateCell({ lowest: true }), { third: 'low' as const }, ['from $638', '3 h ago', 'lowest seen']],
  [dateCell({ complete: false }), { isChosen: true }, ['from $638', '3 h ago', 'your dates, not all airlines']],
  [dateCell({ amount: '590.00', currency: 'EUR' }), {}, ['from €590', '3 h ago', '']],
  [none, {}, ['no flights', '3 h ago', '']],
  [emptyCell(), {}, ['–', '', '']],
])('day04 no colour says anything that the lines of a cell do not (%#)', (cell, part, [figure, age, marks]) => {
  expect(linesOf(cell, { ...place, ...part })).toEqual({ figure, age, marks })
})

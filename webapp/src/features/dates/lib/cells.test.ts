import { expect, test } from 'vitest'
import type { FareCell } from '@/lib/api/types'
import { dateCell, emptyCell, nineCells } from '@/testing/dates'
import { offer } from '@/testing/offers'
import { emptyDays, isOvertaken, tableOf, withCell, withFound } from './cells'

const chosen = { departureDate: '2027-01-15', returnDate: '2027-01-22' }
const NOW = '2026-11-26T15:00:00Z'
const at = (amount: string, currency = 'USD') => ({ ...offer().price, amount, currency, observedAt: NOW })
const nine = () => ({ cells: nineCells(), currency: 'USD' })
const lowestOf = (cells: readonly FareCell[]) => cells.filter(({ lowest }) => lowest).map(({ amount }) => amount)

test('day03 a column stands for each departure, a row for each return, and pairs that no trip can be are blank', () => {
  const cells = [
    dateCell({ departureDate: '2027-01-16', returnDate: '2027-01-16' }),
    dateCell({ departureDate: '2027-01-15', returnDate: '2027-01-16' }),
    dateCell({ departureDate: '2027-01-15', returnDate: '2027-01-15' }),
  ]

  const { departures, rows } = tableOf(cells)

  expect(departures).toEqual(['2027-01-15', '2027-01-16'])
  expect(rows.map((row) => row.returnDate)).toEqual(['2027-01-15', '2027-01-16'])
  expect(rows.map((row) => row.cells.map(Boolean))).toEqual([
    [true, false],
    [true, true],
  ])
})

test('day03 one way has a single row', () => {
  const { departures, rows } = tableOf([
    dateCell({ departureDate: '2027-01-16', returnDate: null }),
    dateCell({ departureDate: '2027-01-15', returnDate: null }),
  ])

  expect(departures).toEqual(['2027-01-15', '2027-01-16'])
  expect(rows.map(({ returnDate, cells }) => [returnDate, cells.length])).toEqual([[null, 2]])
})

test('day06 a number that comes in takes the place of its empty day, and of no other', () => {
  const dates = { departureDate: '2027-01-14', returnDate: '2027-01-21' }

  const { cells } = withCell(nine(), dateCell({ ...dates, amount: '590.00' }))

  expect(emptyDays(nineCells())).toBe(8)
  expect(emptyDays(cells)).toBe(7)
  expect(cells[0]).toMatchObject({ ...dates, amount: '590.00' })
})

test('day05 the number of the chosen dates is replaced by what their search has found', () => {
  const { cells } = withFound(nine(), chosen, at('700.00'))

  expect(cells[4]).toMatchObject({ amount: '700.00', observedAt: NOW, nonstopAmount: null })
  expect(cells.filter((cell) => cell.state === 'seen')).toHaveLength(1)
})

test('day05 what was found on days that nobody had searched is a number too', () => {
  const { cells, currency } = withFound({ cells: [emptyCell()], currency: null }, chosen, at('700.00'))

  expect(cells).toMatchObject([{ state: 'seen', amount: '700.00', currency: 'USD', lowest: true }])
  expect(currency).toBe('USD')
})

test('day05 the same number stays the lowest seen, and nothing found changes nothing', () => {
  expect(withFound(nine(), chosen, at('638'))).toEqual(nine())
  expect(withFound(nine(), chosen, null)).toEqual(nine())
})

test('day04 a lower number that comes in is the lowest seen in place of the one before', () => {
  const lower = withCell(nine(), dateCell({ departureDate: '2027-01-14', returnDate: '2027-01-21', amount: '99.50' }))
  expect(lowestOf(lower.cells)).toEqual(['99.50'])

  expect(lowestOf(withFound(lower, chosen, at('90.00')).cells)).toEqual(['90.00'])
  expect(lowestOf(withFound(lower, chosen, at('700.00')).cells)).toEqual(['99.50'])
})

test('day04 r024 a number in another currency is never the lowest seen', () => {
  const dates = { departureDate: '2027-01-14', returnDate: '2027-01-21' }
  const { cells } = withCell(nine(), dateCell({ ...dates, amount: '9.00', currency: 'EUR' }))

  expect(lowestOf(cells)).toEqual(['638.00'])
})

test.each([
  ['638', 'USD', false],
  ['638.01', 'USD', true],
  ['638.00', 'EUR', true],
])(
  'day08 where the search has found %s %s, what was seen at $638.00 is overtaken: %s',
  (amount, currency, expected) => {
    expect(isOvertaken(dateCell(), at(amount, currency))).toBe(expected)
  },
)

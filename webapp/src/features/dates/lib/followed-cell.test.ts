// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { dateCell, emptyCell } from '@/testing/dates'
import { offer } from '@/testing/offers'
import { followedCell, isDearer, noteFollowed, noteSaid, noteShown, takeFollowed } from './followed-cell'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15'))
const yesterday = { ...criteria, departureDate: '2027-01-14' }
const tomorrow = { ...criteria, departureDate: '2027-01-16' }
const at = (amount: string, currency = 'USD') => ({ ...offer().price, amount, currency })

afterEach(() => vi.useRealTimers())

test('day05 what a cell said is known on the search that it led to, and on no other', () => {
  noteFollowed(yesterday, criteria, dateCell({ amount: '612.00' }))

  expect(followedCell(criteria)).toMatchObject({ amount: '612.00', currency: 'USD' })
  expect(followedCell(tomorrow)).toBeNull()
})

test('day05 a cell without a price takes back what an earlier one said', () => {
  noteFollowed(yesterday, criteria, dateCell())
  noteFollowed(yesterday, criteria, emptyCell())

  expect(followedCell(criteria)).toBeNull()
})

test('day05 another tab knows what the cell said that was opened there, and this one waits for nobody', () => {
  noteSaid(tomorrow, dateCell({ amount: '612.00' }))

  expect(localStorage.getItem('followedDates')).toContain('"612.00"')
  expect(takeFollowed(tomorrow)).toBe(false)
})

test('day05 each of several searches knows its own cell, the oldest are forgotten', () => {
  const days = Array.from({ length: 11 }, (_, day) => ({ ...criteria, departureDate: `2027-02-${10 + day}` }))
  for (const [day, search] of days.entries()) noteFollowed(criteria, search, dateCell({ amount: `${100 + day}.00` }))

  expect(days.map((search) => followedCell(search)?.amount ?? null)).toEqual([
    null,
    ...days.slice(1).map((_, day) => `${101 + day}.00`),
  ])
})

test('the search that a cell was followed to hears of it once', () => {
  noteFollowed(yesterday, criteria, dateCell())

  expect([takeFollowed(tomorrow), takeFollowed(criteria), takeFollowed(criteria)]).toEqual([false, true, false])
})

test.each([
  [30 * 60_000, '612.00'],
  [30 * 60_000 + 1, undefined],
  [-1, undefined],
])('day05 %i ms after a cell was followed its price is known as %s', (age, amount) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T15:00:00Z') })
  noteFollowed(yesterday, criteria, dateCell({ amount: '612.00' }))
  vi.setSystemTime(Date.now() + age)

  expect(followedCell(criteria)?.amount).toBe(amount)
})

test('day05 the search that Back leads to, against the way of a cell, hears of it as well', () => {
  noteShown(criteria)
  noteFollowed(criteria, tomorrow, dateCell())
  noteShown(tomorrow)
  expect(takeFollowed(tomorrow)).toBe(true)

  noteShown(criteria)
  expect([takeFollowed(criteria), takeFollowed(criteria)]).toEqual([true, false])

  noteShown({ ...criteria, departureDate: '2027-02-01' })
  noteShown(criteria)
  expect(takeFollowed(criteria)).toBe(false)
})

test.each([
  ['1012.00', 'USD', true],
  ['612.60', 'USD', true],
  ['612.01', 'USD', false],
  ['612', 'USD', false],
  ['99.00', 'USD', false],
  ['700.00', 'EUR', false],
])('day05 r024 %s %s is dearer than $612.00: %s', (amount, currency, expected) => {
  noteFollowed(yesterday, criteria, dateCell({ amount: '612.00' }))
  const followed = followedCell(criteria)

  expect(followed && isDearer(at(amount, currency), followed)).toBe(expected)
})

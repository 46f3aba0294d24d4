import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exactWordsOfFailure, isOfBags, moneyOfFailure, reasonOfFailure, wordsOfFailure } from './booking-failure'

const OF_REASONS = /^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \| `([A-Z_]+)` \|/gm
const documented = Array.from(
  readFileSync('../docs/errors.md', 'utf8').matchAll(OF_REASONS),
  ([, names = '', code = '']) => names.split(', ').map((name) => ({ code, reason: name.replaceAll('`', '') })),
).flat()

test('every documented reason has words of its own', () => {
  const told = documented.map(reasonOfFailure)

  expect(documented.length).toBeGreaterThan(10)
  expect(new Set(told).size).toBe(documented.length)
})

test('a reason that this page does not know is told by its code', () => {
  expect(reasonOfFailure({ code: 'PRICE_CHANGED', reason: 'of_tomorrow' })).toBe(
    'The price of this flight has changed.',
  )
  expect(exactWordsOfFailure({ code: 'PRICE_CHANGED', reason: 'of_tomorrow' })).toBeNull()
})

test.each([
  ['BOOKING_FAILED', 'not_charged', 'Nothing was charged.'],
  ['BOOKING_FAILED', 'paid_back', 'What was taken from your card has been paid back.'],
  ['PAYMENT_FAILED', null, 'Nothing was charged.'],
  ['BOOKING_FAILED', null, null],
])('of %s, money %s, the page says %s', (code, money, words) => {
  expect(moneyOfFailure({ code, money })).toBe(words)
})

test.each([
  ['BAG_UNAVAILABLE', null, true],
  ['BOOKING_FAILED', 'bag_unavailable', true],
  ['BOOKING_FAILED', 'seat_or_bag_unavailable', true],
  ['BOOKING_FAILED', 'seat_taken', false],
])('bag04 other bags may help a booking that failed with %s, %s: %s', (code, reason, helps) => {
  expect(isOfBags({ code, reason })).toBe(helps)
})

test('while the money is on its way back nothing is said of it', () => {
  expect(wordsOfFailure({ code: 'BOOKING_FAILED', reason: 'seat_taken', money: null })).toBe(
    'A seat you chose has just been taken. Please choose another one.',
  )
})

import { expect, test } from 'vitest'
import { formatCountdown, secondsLeft, spokenCountdown } from './countdown'

const now = Date.parse('2027-03-05T12:00:00Z')

test.each([
  ['2027-03-05T12:12:41Z', 761],
  ['2027-03-05T12:00:00.900Z', 0],
  ['2027-03-05T11:59:00Z', 0],
  ['2027-03-05T14:00:00+01:00', 3600],
  [null, null],
  ['soon', null],
])('s197 an offer until %s has %s seconds left', (expiresAt, seconds) => {
  expect(secondsLeft(expiresAt, now)).toBe(seconds)
})

test.each([
  [761, '12:41'],
  [59, '0:59'],
  [0, '0:00'],
  [3900, '1:05:00'],
])('%s seconds read as %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test.each([
  [301, ''],
  [300, 'Five minutes left at this price.'],
  [61, 'Five minutes left at this price.'],
  [60, 'One minute left at this price.'],
  [0, 'This offer has expired.'],
])('at %s seconds readers hear "%s"', (seconds, words) => {
  expect(spokenCountdown(seconds)).toBe(words)
})

import { expect, test } from 'vitest'
import { ageOf, fullMinute } from './age'

/** Ten in the morning in New York, where these tests run. */
const NOW = Date.parse('2026-11-26T15:00:00Z')

test.each([
  ['2026-11-26T15:00:30Z', 'now', 'just now'],
  ['2026-11-26T14:59:01Z', 'now', 'just now'],
  ['2026-11-26T14:59:00Z', '1 min ago', '1 minute ago'],
  ['2026-11-26T14:56:00Z', '4 min ago', '4 minutes ago'],
  ['2026-11-26T14:20:00Z', '40 min ago', '40 minutes ago'],
  ['2026-11-26T14:00:00Z', '1 h ago', '1 hour ago'],
  ['2026-11-26T12:00:00Z', '3 h ago', '3 hours ago'],
  ['2026-11-25T15:00:01Z', '23 h ago', '23 hours ago'],
  ['2026-11-25T15:00:00Z', 'yesterday', 'yesterday'],
  ['2026-11-25T05:00:00Z', 'yesterday', 'yesterday'],
  ['2026-11-25T04:59:00Z', '2 days ago', '2 days ago'],
])('day04 what was seen at %s is of "%s", in a sentence "%s"', (moment, short, long) => {
  expect(ageOf(moment, NOW)).toEqual({ short, long })
})

test('day04 on the day of 25 hours, what was seen 24 hours ago is of yesterday', () => {
  expect(ageOf('2026-11-01T04:10:00Z', Date.parse('2026-11-02T04:20:00Z')).long).toBe('yesterday')
})

test.each([
  ['2026-11-26T15:02:30Z', '2026-11-26T15:03:00.000Z'],
  ['2026-11-26T15:02:00Z', '2026-11-26T15:02:00.000Z'],
])('day07 what begins at %s has begun by a clock of minutes at %s', (moment, minute) => {
  expect(fullMinute(moment)).toBe(minute)
})

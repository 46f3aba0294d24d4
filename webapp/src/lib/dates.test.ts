import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  durationMinutes,
  formatDay,
  formatDayOfYear,
  formatDuration,
  formatJourneyDay,
  formatLongDay,
  formatMinutes,
  formatMoment,
  formatMomentTime,
  formatPicked,
  formatTime,
  hasCome,
  isDate,
  minutesBetween,
  monthWeeks,
  sinceMoment,
  today,
} from './dates'

describe('s068 dates and times are those of the airport, wherever the browser is', () => {
  test('a time late in the evening stays on its day', () => {
    expect(formatTime('2027-03-05T23:55:00')).toBe('23:55')
    expect(formatDay('2027-03-05T23:55:00')).toBe('Fri, Mar 5')
    expect(formatLongDay('2027-03-05T23:55:00')).toBe('Friday, March 5')
    expect(formatDayOfYear('2027-03-05')).toBe('Fri, Mar 5, 2027')
  })

  test('the night in which the browser changes its clocks has every hour', () => {
    expect(formatTime('2027-03-14T02:30:00')).toBe('02:30')
    expect(minutesBetween('2027-03-14T01:30:00', '2027-03-14T03:30:00')).toBe(120)
    expect(daysBetween('2027-03-13', '2027-03-15')).toBe(2)
  })
})

describe('a day of a journey has its year where that is not the current one', () => {
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['2026-12-31T23:30:00', '2026-12-31', 'Thu, Dec 31'],
    ['2026-12-31T23:30:00', '2027-01-01T00:40:00', 'Fri, Jan 1, 2027'],
    ['2027-01-01T00:30:00', '2027-01-01T00:40:00', 'Fri, Jan 1'],
    ['2027-01-01T00:30:00', '2026-12-31', 'Thu, Dec 31, 2026'],
    ['2027-01-01T00:30:00', 'soon', 'N/A'],
  ])('on %s by the reader\'s clock %s reads "%s"', (now, day, words) => {
    vi.setSystemTime(new Date(now))

    expect(formatJourneyDay(day)).toBe(words)
  })
})

test('s042 the date pickers show a two-digit day', () => {
  expect(formatPicked('2027-03-05')).toBe('Mar 05, 2027')
})

test.each([undefined, null, '', 'soon', '2027-02-30', '2027-13-01'])('s070 the date %j reads N/A', (value) => {
  expect(formatDay(value)).toBe('N/A')
  expect(formatTime(value)).toBe('N/A')
})

test.each([
  ['PT2H30M', 150, '2h 30m'],
  ['PT11H', 660, '11h'],
  ['PT45M', 45, '45m'],
  ['P1DT1H5M', 1505, '25h 5m'],
  ['P', null, 'N/A'],
  ['2h', null, 'N/A'],
  [null, null, 'N/A'],
])('s068 the duration %j is %j minutes and reads %s', (value, minutes, shown) => {
  expect(durationMinutes(value)).toBe(minutes)
  expect(formatDuration(value)).toBe(shown)
})

test('hours and minutes are left out where there are none', () => {
  expect(formatMinutes(120)).toBe('2h')
  expect(formatMinutes(45)).toBe('45m')
  expect(formatMinutes(undefined)).toBe('N/A')
})

test('days and months are counted on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2027-03-14', 7)).toBe('2027-03-21')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2027-03-31', -1)).toBe('2027-02-28')
  expect(isDate('2027-03-05')).toBe(true)
  expect(isDate('2027-03-05T10:00:00')).toBe(false)
})

test('a month is drawn in weeks that start on Sunday', () => {
  const weeks = monthWeeks('2027-03-05')

  expect(weeks).toHaveLength(5)
  expect(weeks[0]).toEqual([null, '2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04', '2027-03-05', '2027-03-06'])
  expect(weeks[4]?.[3]).toBe('2027-03-31')
  expect(weeks[4]?.[4]).toBeNull()
})

test.each([
  ['2026-11-21T19:30:00', 'America/New_York', true],
  ['2026-11-21T19:31:00', 'America/New_York', false],
  ['2026-11-22T13:30:00', 'Pacific/Auckland', true],
  ['2026-11-22T13:31:00', 'Pacific/Auckland', false],
  ['2020-01-01T00:00:00', null, false],
  ['2020-01-01T00:00:00', 'no/such zone', false],
  ['', 'America/New_York', false],
])('%s in %s has come: %s', (local, zone, expected) => {
  expect(hasCome(local, zone, new Date('2026-11-22T00:30:00Z'))).toBe(expected)
})

test('r029 today is the date at the origin airport', () => {
  const now = new Date('2026-11-21T23:30:00Z')

  expect(today('Pacific/Auckland', now)).toBe('2026-11-22')
  expect(today('America/New_York', now)).toBe('2026-11-21')
  expect(today('no/such zone', now)).toBe(today(null, now))
})

test.each([
  [20_000, /^a minute ago$/],
  [119_000, /^a minute ago$/],
  [12 * 60_000, /^12 minutes ago$/],
  [60 * 60_000, /^on \w{3} \d{1,2}, 2027, /],
])('a moment %i ms ago is told as %s', (ms, words) => {
  const now = Date.parse('2027-03-05T12:00:00Z')

  expect(sinceMoment(new Date(now - ms).toISOString(), now)).toMatch(words)
})

test.each([
  ['2027-03-05T19:05:00', 'Mar 5, 2027, 19:05'],
  ['2027-03-05T00:05:00', 'Mar 5, 2027, 00:05'],
])('the moment %s is told by the clock of all other times: %s', (moment, words) => {
  expect(formatMoment(moment)).toBe(words)
})

test('the time of day of a moment names whose clock it is by', () => {
  expect(formatMomentTime('2027-03-05T02:37:00')).toBe('02:37 your time')
  expect(formatMomentTime(null)).toBe('N/A')
})

import * as words from '@/messages/lib/dates'
import { locale } from '@/messages/locale'

/**
 * Dates and times of flights are local to their airport and stay the strings they came as.
 * A calendar date ("2027-03-05") or a local time ("2027-03-05T19:30:00") is read as if it were UTC and only ever
 * formatted as UTC, so the browser's own zone has no say.
 */

const DATE = /^(\d{4})-(\d{2})-(\d{2})/
const CLOCK = /T(\d{2}):(\d{2})/
const DAY_MS = 86_400_000

type Text = string | null | undefined

function utc(value: Text): Date | null {
  const match = DATE.exec(value ?? '')
  if (!match) return null
  const [, year, month, day] = match.map(Number) as [number, number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}

// Not by Intl: a phone takes tens of milliseconds to make its first formatter, on every page before it answers.
interface Names {
  weekdays: readonly string[]
  months: readonly string[]
}
const full: Names = { weekdays: words.weekdays.split('|'), months: words.months.split('|') }
const short: Names = { weekdays: words.shortWeekdays.split('|'), months: words.shortMonths.split('|') }

/** The days of a week, Sunday first. */
export const weekdayNames = full.weekdays

interface DayParts {
  weekday: string
  month: string
  day: number
  year: number
}

function formatter({ weekdays, months }: Names, format: (parts: DayParts) => string) {
  return (value: Text) => {
    const date = utc(value)
    if (!date) return words.notAvailable
    const weekday = weekdays[date.getUTCDay()] as string
    const month = months[date.getUTCMonth()] as string
    return format({ weekday, month, day: date.getUTCDate(), year: date.getUTCFullYear() })
  }
}

/** "Tue, Mar 5" */
export const formatDay = formatter(short, words.day)
/** "Tue, Mar 5, 2027" */
export const formatDayOfYear = formatter(short, words.dayOfYear)
/** "Tue, Mar 5", with its year where that is not the current one. */
export const formatJourneyDay = (value: Text) =>
  value?.startsWith(today().slice(0, 4)) ? formatDay(value) : formatDayOfYear(value)
/** "Mar 05, 2027", as the date pickers show it. */
export const formatPicked = formatter(short, ({ day, ...parts }) =>
  words.pickedDay({ ...parts, day: String(day).padStart(2, '0') }),
)
/** "Mar" */
export const formatShortMonth = formatter(short, ({ month }) => month)
/** "Friday" */
export const formatWeekday = formatter(full, ({ weekday }) => weekday)
/** "March 2027" */
export const formatMonth = formatter(full, words.monthOfYear)
/** "Friday, March 5" */
export const formatLongDay = formatter(full, words.day)
/** "Friday, March 5, 2027", for readers. */
export const formatSpokenDay = formatter(full, words.spokenDay)

/** A moment, unlike a flight's time, is told in the reader's own zone, by the clock of all other times: "Mar 5, 2027, 19:30" */
export function formatMoment(value: Text) {
  const moment = new Date(value ?? '')
  if (Number.isNaN(moment.getTime())) return words.notAvailable
  momentFormat ??= new Intl.DateTimeFormat(locale, MOMENT)
  return momentFormat.format(moment)
}
const MOMENT = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
let momentFormat: Intl.DateTimeFormat | undefined

/** The time of day of a moment, in the reader's own zone, which it names: flights have others. "15:20 your time" */
export function formatMomentTime(value: Text) {
  const moment = new Date(value ?? '')
  if (Number.isNaN(moment.getTime())) return words.notAvailable
  return words.yourTime({ time: formatMinuteOfDay(moment.getHours() * 60 + moment.getMinutes()) })
}

export const minutesLabel = (minutes: number) => words.minutes({ minutes })

/** How long ago a moment is, within the hour: "a minute ago"; else when it was: "on Mar 5, 2027, 19:30". */
export function sinceMoment(value: Text, now = Date.now()) {
  const minutes = Math.floor((now - Date.parse(value ?? '')) / 60_000)
  if (!(minutes < 60)) return words.onMoment({ moment: formatMoment(value) })
  return words.ago({ minutes: Math.max(1, minutes) })
}

/** "19:30" */
export function formatTime(value: Text) {
  const minute = minuteOfDay(value)
  return minute !== null && utc(value) ? formatMinuteOfDay(minute) : words.notAvailable
}

/** The site's one way to write a time of day, here from minutes since midnight: "19:30" */
export const formatMinuteOfDay = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Minutes since midnight of a local time; null where there is none. */
export function minuteOfDay(value: Text) {
  const match = CLOCK.exec(value ?? '')
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** Minutes of an ISO 8601 duration such as "PT2H30M" or "P1DT1H"; null where it is none. */
export function durationMinutes(value: Text) {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(value ?? '')
  if (!match || !/\d/.test(value ?? '')) return null
  const [days, hours, minutes] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number]
  return days * 1440 + hours * 60 + minutes
}

/** "2h 30m", "2h", "45m": neither part is written where there is none of it. */
export function formatMinutes(total: number | null | undefined) {
  if (total === null || total === undefined || !Number.isFinite(total)) return words.notAvailable
  const hours = Math.floor(total / 60)
  const minutes = total % 60
  if (hours === 0) return words.minutesOnly({ minutes })
  return minutes === 0 ? words.hours({ hours }) : words.hoursAndMinutes({ hours, minutes })
}

export const formatDuration = (value: Text) => formatMinutes(durationMinutes(value))

/** Minutes between two local times of the same airport. */
export function minutesBetween(from: Text, to: Text) {
  const [startDay, endDay, start, end] = [utc(from), utc(to), minuteOfDay(from), minuteOfDay(to)]
  if (!startDay || !endDay || start === null || end === null) return null
  return (endDay.getTime() - startDay.getTime()) / 60_000 + end - start
}

/** Calendar days from the first date to the second: 1 for an arrival the next day. */
export function daysBetween(from: Text, to: Text) {
  const [start, end] = [utc(from), utc(to)]
  return start && end ? Math.round((end.getTime() - start.getTime()) / DAY_MS) : 0
}

const iso = (date: Date) => date.toISOString().slice(0, 10)

export const isDate = (value: Text): value is string => value?.length === 10 && utc(value) !== null

export function addDays(date: string, days: number) {
  const start = utc(date)
  return start ? iso(new Date(start.getTime() + days * DAY_MS)) : date
}

/** The same day of another month, or that month's last. */
export function addMonths(date: string, months: number) {
  const start = utc(date)
  if (!start) return date
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(start.getUTCDate(), last))
  return iso(first)
}

/** How many days after Sunday a date is. */
export const weekdayOf = (date: string) => utc(date)?.getUTCDay() ?? 0

/** The weeks of a month as the calendar draws them, Sunday first; null is a day of another month. */
export function monthWeeks(date: string): (string | null)[][] {
  const first = `${date.slice(0, 8)}01`
  const lead = weekdayOf(first)
  const length = daysBetween(first, addMonths(first, 1))
  const weeks = Math.ceil((lead + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const index = week * 7 + day - lead
      return index >= 0 && index < length ? addDays(first, index) : null
    }),
  )
}

/** Today's date in a time zone, by default the browser's. An unknown zone is the browser's too. */
export function today(timeZone?: string | null, now = new Date()): string {
  const here = iso(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())))
  if (!timeZone) return here
  try {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format(now)
  } catch {
    return here
  }
}

/** Whether a local time, such as "2027-03-05T19:30:00", has come in its zone. False where the zone is unknown. */
export function hasCome(local: string, timeZone: string | null, now = new Date()): boolean {
  if (!timeZone || !local) return false
  try {
    // The Swedish way of writing a moment is that of ISO, with a space.
    const there = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(now)
    return local.slice(0, 16) <= there.replace(' ', 'T')
  } catch {
    return false
  }
}

import { daysBetween, today } from '@/lib/dates'
import * as words from '@/messages/dates/ages'

const MINUTE_MS = 60_000
/** Younger than this is "now". A price some minutes old says so: newer ones beside it may be dearer. */
const NOW_MINUTES = 1

interface Age {
  /** "3 h ago" */
  short: string
  /** "3 hours ago" */
  long: string
}

/** The next full minute of a moment, where it is not one itself: what begins then has begun by any clock of minutes. */
export const fullMinute = (moment: string) =>
  new Date(Math.ceil(Date.parse(moment) / MINUTE_MS) * MINUTE_MS).toISOString()

const alike = (text: string): Age => ({ short: text, long: text })

/** How long ago a moment is, in the reader's own days; a clock that is slow makes nothing older. */
export function ageOf(moment: string, now: number): Age {
  const minutes = Math.floor((now - Date.parse(moment)) / MINUTE_MS)
  if (minutes < NOW_MINUTES) return { short: words.now, long: words.justNow }
  if (minutes < 60) return { short: words.minutesShort({ minutes }), long: words.minutes({ minutes }) }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { short: words.hoursShort({ hours }), long: words.hours({ hours }) }
  // In the night when clocks go back, a day has 25 hours.
  const days = daysBetween(today(null, new Date(moment)), today(null, new Date(now)))
  return alike(days <= 1 ? words.yesterday : words.days({ days }))
}

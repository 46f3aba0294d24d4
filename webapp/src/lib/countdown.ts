import * as words from '@/messages/lib/countdown'

/** How long an offer still stands. */

export const SOON_SECONDS = 5 * 60

/** Whole seconds until an instant, 0 when it has passed; null without one. */
export function secondsLeft(expiresAt: string | null | undefined, now: number): number | null {
  const end = Date.parse(expiresAt ?? '')
  return Number.isNaN(end) ? null : Math.max(0, Math.floor((end - now) / 1000))
}

/** `setTimeout` runs what is further away at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Milliseconds until an instant, for a timer; null when it has passed, is unknown or further away than timers reach. */
export function timerUntil(instant: string | null | undefined): number | null {
  const leftMs = Date.parse(instant ?? '') - Date.now()
  return leftMs > 0 && leftMs <= LONGEST_TIMER_MS ? leftMs : null
}

/** False for an instant that is unknown. */
export const hasPassed = (instant: string | null | undefined) => Date.parse(instant ?? '') <= Date.now()

/** What a page says in the place of the countdown when nothing is left. */
export const EXPIRED = words.expired

/** The same words for an offer that ran out and for one that was sold, where nobody can tell which. */
export const NO_LONGER_AVAILABLE = words.noLongerAvailable

/** Whether time ran out or the flights went earlier: sold by the airline, or to somebody else. */
export const goneWords = (expiresAt: string | null) => (hasPassed(expiresAt) ? words.offerExpired : words.offerGone)

/** "12:41", "1:05:00" */
export function formatCountdown(seconds: number) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const marks: [atMost: number, text: string][] = [
  [0, words.spokenEnd],
  [60, words.spokenMinute],
  [SOON_SECONDS, words.spokenFiveMinutes],
]

/** What readers are told, at five minutes, one minute and none: a text that changes each second says too much. */
export const spokenCountdown = (seconds: number) => marks.find(([atMost]) => seconds <= atMost)?.[1] ?? ''

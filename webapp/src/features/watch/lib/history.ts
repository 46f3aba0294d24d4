import type { FareOnDay } from '@/lib/api/types'
import { daysBetween, formatDay } from '@/lib/dates'
import { compareDecimals } from '@/lib/decimal'
import { formatPrice } from '@/lib/money'
import * as words from '@/messages/watch/list'

/** The picture's size, and the room above and below the line. */
export const WIDTH = 100
export const HEIGHT = 32
const ROOM = 3

interface Point {
  x: number
  y: number
}

/** Where each day stands in the picture, for the eye alone; none for less than two days. */
export function pointsOf(history: readonly FareOnDay[]): readonly Point[] {
  const span = daysBetween(history[0]?.day, history.at(-1)?.day)
  if (span <= 0) return []
  const amounts = history.map(({ amount }) => Number(amount))
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  const heightOf = (amount: number) => (high === low ? 0.5 : (amount - low) / (high - low))
  return history.map(({ day }, place) => ({
    x: (WIDTH * daysBetween(history[0]?.day, day)) / span,
    y: HEIGHT - ROOM - (HEIGHT - 2 * ROOM) * heightOf(amounts[place] ?? low),
  }))
}

/** What the picture shows: "From $690 to $612 in 9 days"; null where nothing was seen. */
export function historyInWords(history: readonly FareOnDay[]) {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return null
  const days = daysBetween(first.day, last.day)
  const price = formatPrice(last.amount, last.currency)
  if (days <= 0) return words.onDay({ price, day: formatDay(last.day) })
  if (compareDecimals(first.amount, last.amount) === 0) return words.same({ price, days })
  return words.fell({ from: formatPrice(first.amount, first.currency), to: price, days })
}

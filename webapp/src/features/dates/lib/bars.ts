import type { FareCell, FareOnDay } from '@/lib/api/types'
import { compareDecimals } from '@/lib/decimal'
import { areSameDates, type Dates, type Seen } from './cells'

/** A day of a graph. */
export interface Bar {
  day: string
  /** In the graph's currency; null where none is seen in it. */
  amount: string | null
  /** A price in another currency, which has no height here (R24). */
  other: Pick<FareOnDay, 'amount' | 'currency'> | null
  isChosen: boolean
  isLowest: boolean
}

function priceIn(
  graphCurrency: string | null,
  { amount, currency }: Pick<FareCell | FareOnDay, 'amount' | 'currency'>,
) {
  if (amount === null || currency === null) return { amount: null, other: null }
  return currency === graphCurrency ? { amount, other: null } : { amount: null, other: { amount, currency } }
}

export const barsOf = ({ cells, currency }: Seen, chosen: Dates): readonly Bar[] =>
  cells.map((cell) => ({
    day: cell.departureDate,
    ...priceIn(currency, cell),
    isChosen: areSameDates(cell, chosen),
    isLowest: cell.lowest,
  }))

export const historyBars = (history: readonly FareOnDay[], currency: string | null): readonly Bar[] =>
  history.map((seen) => ({ day: seen.day, ...priceIn(currency, seen), isChosen: false, isLowest: false }))

/** The lowest and the highest amount; null where there is none. */
export function rangeOf(bars: readonly Bar[]): readonly [low: string, high: string] | null {
  const sorted = bars.flatMap(({ amount }) => amount ?? []).sort(compareDecimals)
  const [low, high] = [sorted[0], sorted.at(-1)]
  return low && high ? [low, high] : null
}

/** How much of the height a bar takes, in percent: for the eye alone. */
export const heightOf = (amount: string, highest: string) => (100 * Number(amount)) / Number(highest)

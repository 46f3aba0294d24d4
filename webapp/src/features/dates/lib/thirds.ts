import type { FareCell } from '@/lib/api/types'
import { compareDecimals } from '@/lib/decimal'
import { isComparable, keyOf } from './cells'

export type Third = 'low' | 'middle' | 'high'

/** How many prices stand in the low third, and how many in the low and the middle one. */
interface Split {
  low: number
  middle: number
}

/**
 * In which third of the prices each cell stands, by the cells' keys. Only prices in `currency` are compared (R24). Equal
 * prices stand in the same third; where all are equal, or too few are seen, there are no thirds.
 */
export function thirdsOf(cells: readonly FareCell[], currency: string | null): ReadonlyMap<string, Third> {
  const priced = cells.flatMap((cell) =>
    cell.amount !== null && cell.currency === currency ? [{ key: keyOf(cell), amount: cell.amount }] : [],
  )
  const sorted = priced.map(({ amount }) => amount).sort(compareDecimals)
  const split = splitOf(sorted)
  const [low, middle] = [sorted[(split?.low ?? 0) - 1], sorted[(split?.middle ?? 0) - 1]]
  if (!isComparable(currency, cells) || !low || !middle) return new Map()
  const thirdOf = (amount: string): Third => {
    if (compareDecimals(amount, low) <= 0) return 'low'
    return compareDecimals(amount, middle) <= 0 ? 'middle' : 'high'
  }
  return new Map(priced.map(({ key, amount }) => [key, thirdOf(amount)]))
}

/** The most even thirds between unequal prices. Of two as even, the one with more low prices, then with more high ones. */
function splitOf(sorted: readonly string[]): Split | undefined {
  const rises = sorted.flatMap((amount, place) =>
    place > 0 && compareDecimals(sorted[place - 1] ?? amount, amount) < 0 ? [place] : [],
  )
  const splits = rises.flatMap((low) => rises.filter((middle) => middle >= low).map((middle) => ({ low, middle })))
  const unevenness = ({ low, middle }: Split) => low ** 2 + (middle - low) ** 2 + (sorted.length - middle) ** 2
  return splits.sort((a, b) => unevenness(a) - unevenness(b) || b.low - a.low || a.middle - b.middle)[0]
}

import type { FareCell } from '@/lib/api/types'
import { compareDecimals } from '@/lib/decimal'
import { keyOf } from './cells'

export type Third = 'low' | 'middle' | 'high'

/** Fewer prices have no thirds. */
const FEWEST = 3

/**
 * In which third of the prices each cell stands, by the cells' keys. Only prices in `currency` are compared (R24). Equal
 * prices stand in the same third, the lower one; where all are equal there are no thirds.
 */
export function thirdsOf(cells: readonly FareCell[], currency: string | null): ReadonlyMap<string, Third> {
  const priced = cells.flatMap((cell) =>
    cell.amount !== null && cell.currency === currency ? [{ key: keyOf(cell), amount: cell.amount }] : [],
  )
  const sorted = priced.map(({ amount }) => amount).sort(compareDecimals)
  const size = Math.ceil(sorted.length / 3)
  const [first, lowest, highest] = [sorted[0], sorted[size - 1], sorted[sorted.length - size]]
  if (sorted.length < FEWEST || !first || !lowest || !highest) return new Map()
  if (compareDecimals(first, sorted.at(-1) ?? first) === 0) return new Map()
  const thirdOf = (amount: string): Third => {
    if (compareDecimals(amount, lowest) <= 0) return 'low'
    return compareDecimals(amount, highest) >= 0 ? 'high' : 'middle'
  }
  return new Map(priced.map(({ key, amount }) => [key, thirdOf(amount)]))
}

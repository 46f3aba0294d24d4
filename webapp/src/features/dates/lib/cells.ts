import type { FareCell, FareDates, Price } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { compareDecimals } from '@/lib/decimal'

/** The dates of a cell or of a search. */
export type Dates = Pick<SearchCriteria, 'departureDate' | 'returnDate'>

/** A cell's own name among all others. */
export const keyOf = ({ departureDate, returnDate }: Dates) => [departureDate, returnDate].filter(Boolean).join('_')

export const areSameDates = (a: Dates, b: Dates) => keyOf(a) === keyOf(b)

/** A row for each return, a column for each departure; null where no trip can be. */
export interface CellRow {
  returnDate: string | null
  cells: readonly (FareCell | null)[]
}

export interface CellTable {
  departures: readonly string[]
  rows: readonly CellRow[]
}

const byText = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1)
const distinct = <T extends string | null>(values: readonly T[]) => [...new Set(values)].sort(byText)

export function tableOf(cells: readonly FareCell[]): CellTable {
  const departures = distinct(cells.map(({ departureDate }) => departureDate))
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]))
  const rows = distinct(cells.map(({ returnDate }) => returnDate)).map((returnDate) => ({
    returnDate,
    cells: departures.map((departureDate) => byKey.get(keyOf({ departureDate, returnDate })) ?? null),
  }))
  return { departures, rows }
}

/** Cells, and the currency in which they are compared. */
export type Seen = Pick<FareDates, 'cells' | 'currency'>

/** The lowest price that a search has found, and when that was first known. */
export type FoundPrice = Price & { observedAt: string }

/**
 * Of fewer prices none is called the lowest seen, and none low or high: most dates around are not known then, and the
 * next one that is may turn it all over.
 */
const FEWEST_COMPARED = 5

const amountIn = (currency: string | null, cell: FareCell) => (cell.currency === currency ? cell.amount : null)

const amountsIn = (currency: string | null, cells: readonly FareCell[]) =>
  cells.flatMap((cell) => amountIn(currency, cell) ?? [])

/** Whether enough prices are seen, in the currency of comparison, to say how one stands among them. */
export const isComparable = (currency: string | null, cells: readonly FareCell[]) =>
  amountsIn(currency, cells).length >= FEWEST_COMPARED

/** Marks the lowest of the prices in the currency of comparison, and no other (R24). */
function withLowest({ cells, currency }: Seen): Seen {
  const [least] = amountsIn(currency, cells).sort(compareDecimals)
  const isLowest = (amount: string | null) =>
    amount !== null && least !== undefined && compareDecimals(amount, least) === 0
  return { currency, cells: cells.map((cell) => ({ ...cell, lowest: isLowest(amountIn(currency, cell)) })) }
}

/** What is seen with one cell more, in the place of that of its dates. */
export const withCell = ({ cells, currency }: Seen, cell: FareCell): Seen =>
  withLowest({
    currency: currency ?? cell.currency,
    cells: cells.map((before) => (areSameDates(before, cell) ? cell : before)),
  })

export const emptyDays = (cells: readonly FareCell[]) => cells.filter(({ state }) => state === 'unknown').length

export const cellOf = (cells: readonly FareCell[], dates: Dates) => cells.find((cell) => areSameDates(cell, dates))

/** Whether a cell says something else than what the search of its dates has found; not while that is not known. */
export const isOvertaken = ({ amount, currency }: FareCell, found: Price | null) =>
  found !== null && (amount === null || currency !== found.currency || compareDecimals(amount, found.amount) !== 0)

/** What is seen with what the results have found in the place of what was seen of the chosen dates. */
export function withFound(seen: Seen, chosen: Dates, found: FoundPrice | null): Seen {
  const before = cellOf(seen.cells, chosen)
  if (!found || !before || !isOvertaken(before, found)) return seen
  const { amount, currency, observedAt } = found
  // Whether the flights without a stop cost the same as before is not known.
  const now = { ...before, state: 'seen', amount, currency, observedAt, nonstopAmount: null } as const
  return withCell({ ...seen, currency }, now)
}

/** What is seen as it is shown, without a mark of the lowest where too few prices are seen. */
export function shownOf(answer: Seen, chosen: Dates, found: FoundPrice | null): Seen {
  const seen = withFound(answer, chosen, found)
  return isComparable(seen.currency, seen.cells)
    ? seen
    : { ...seen, cells: seen.cells.map((cell) => ({ ...cell, lowest: false })) }
}

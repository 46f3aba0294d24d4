import type { FareCell, FareDates, FareGraph } from '@/lib/api/types'
import { addDays } from '@/lib/dates'

/** A cell that a search has seen, unless said otherwise. */
export const dateCell = (part: Partial<FareCell> = {}): FareCell => ({
  departureDate: '2027-01-15',
  returnDate: '2027-01-22',
  state: 'seen',
  amount: '638.00',
  nonstopAmount: null,
  currency: 'USD',
  observedAt: '2026-11-26T12:00:00Z',
  complete: true,
  lowest: false,
  ...part,
})

/** A cell that nobody has searched. */
export const emptyCell = (part: Partial<FareCell> = {}) =>
  dateCell({ state: 'unknown', amount: null, currency: null, observedAt: null, ...part })

/** Three departures from January 14 on by as many returns from January 21 on: only the middle one is seen. */
export const nineCells = () =>
  [-1, 0, 1].flatMap((back) =>
    [-1, 0, 1].map((out) => {
      const dates = { departureDate: addDays('2027-01-15', out), returnDate: addDays('2027-01-22', back) }
      return out === 0 && back === 0 ? dateCell({ ...dates, lowest: true }) : emptyCell(dates)
    }),
  )

export const datesAnswer = (part: Partial<FareDates> = {}): FareDates => ({
  currency: 'USD',
  cells: nineCells(),
  lookUp: { allowed: true, left: 12 },
  insight: null,
  notice: null,
  ...part,
})

const days = (count: number) => Array.from({ length: count }, (_, day) => addDays('2026-11-01', day))

/** Three departures with a stay of a week: the lowest, the chosen one, and one that is not seen. */
export const graphAnswer = (historyDays: number): FareGraph => ({
  currency: 'USD',
  bars: [
    dateCell({
      departureDate: '2027-01-14',
      returnDate: '2027-01-21',
      amount: '590.00',
      nonstopAmount: '650.00',
      lowest: true,
    }),
    dateCell(),
    emptyCell({ departureDate: '2027-01-16', returnDate: '2027-01-23' }),
  ],
  history: days(historyDays).map((day) => ({ day, amount: '640.00', currency: 'USD' })),
  insight: null,
  notice: null,
})

import type { FareCell } from '@/lib/api/types'
import { formatLongDay } from '@/lib/dates'
import { formatPrice, spokenPrice } from '@/lib/money'
import * as words from '@/messages/dates/cells'
import * as lists from '@/messages/lib/lists'
import { ageOf } from './age'
import type { Third } from './thirds'

/** What a cell stands for among the others. */
export interface CellPlace {
  isChosen: boolean
  third: Third | undefined
  /** The time at which it is read. */
  now: number
}

const thirdWords: Record<Third, string> = { low: words.low, middle: words.middle, high: words.high }

const joined = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(lists.separator)

const price = ({ amount, currency }: FareCell, format: typeof formatPrice) => format(amount, currency ?? undefined)

/** "from $638", "no flights", or a dash. */
export function figureOf(cell: FareCell) {
  if (cell.state === 'none') return words.noFlights
  return cell.state === 'seen' ? words.from({ price: price(cell, formatPrice) }) : words.dash
}

function marksOf({ state, lowest, complete }: FareCell, third?: Third) {
  if (state !== 'seen') return []
  return [lowest ? words.lowestSeen : third && thirdWords[third], !complete && words.notAll]
}

/** "lowest seen, not all airlines" */
export const markOf = (cell: FareCell) => joined(marksOf(cell))

/** The lines of a cell: what it costs, since when that is known, and what it is among the others. */
export function linesOf(cell: FareCell, { isChosen, third, now }: CellPlace) {
  return {
    figure: figureOf(cell),
    age: cell.observedAt ? ageOf(cell.observedAt, now).short : '',
    marks: joined([isChosen && words.chosen, ...marksOf(cell, third)]),
  }
}

const spokenFigure = (cell: FareCell) => {
  if (cell.state === 'unknown') return words.notLookedUp
  return cell.state === 'none' ? words.noFlights : words.from({ price: price(cell, spokenPrice) })
}

/** "Leave Friday, January 15, return Friday, January 22, from 638 US dollars, seen 3 hours ago, lowest seen" */
export function nameOf(cell: FareCell, { isChosen, third, now }: CellPlace) {
  const { departureDate, returnDate, observedAt } = cell
  return joined([
    words.leaveOn({ day: formatLongDay(departureDate) }),
    returnDate !== null && words.returnOn({ day: formatLongDay(returnDate) }),
    spokenFigure(cell),
    observedAt !== null && words.seen({ ago: ageOf(observedAt, now).long }),
    ...marksOf(cell, third),
    isChosen && words.chosen,
  ])
}

import type { SearchCriteria } from '@/lib/criteria'

/**
 * The title with what stands beside it or, on a phone, below it, and the words below the prices, with all room between;
 * in rem, on phones and on wider screens.
 */
const AROUND = { base: 14.9, md: 9.7 }

/** The line that says that bags are not in the prices, with the room before it; in rem. */
const BAG_LINE = 2

/** Heights on phones and on wider screens. */
type Of<Height> = Record<'base' | 'md', Height>

export type Heights = Of<string>

/** The graph with the words below it, in rem. */
const GRAPH = { base: 26.6, md: 23.2 }

/** The grid with the words below it, in rem: a line of prices for one way, else one for each day of return. */
const gridRem = ({ returnDate }: SearchCriteria) =>
  returnDate === null ? { base: 10.7, md: 9.8 } : { base: 45.9, md: 36.1 }

const inRem = ({ base, md }: Of<number>): Heights => ({ base: `${base}rem`, md: `${md}rem` })

export const gridHeight = (criteria: SearchCriteria) => inRem(gridRem(criteria))

export const GRAPH_HEIGHT = inRem(GRAPH)

interface Shown {
  criteria: SearchCriteria
  isGraph: boolean
  isWithBags: boolean
}

/** Of the panel while its prices are read. */
export function panelHeight({ criteria, isGraph, isWithBags }: Shown): Heights {
  const prices = isGraph ? GRAPH : gridRem(criteria)
  const line = isWithBags ? BAG_LINE : 0
  return inRem({ base: AROUND.base + prices.base + line, md: AROUND.md + prices.md + line })
}

import type { SearchCriteria } from '@/lib/criteria'

/**
 * The title with what stands beside it or, on a phone, below it, and the words below the prices, with all room between;
 * in rem, on phones and on wider screens.
 */
const AROUND = { base: 11.4, md: 8 }

/** The line that says that bags are not in the prices, with the room before it; in rem. */
const BAG_LINE = 2

/** The graph while its prices are read, in rem. */
const GRAPH = 16

/** Of the prices, in rem: one line of them for one way, else one for each day of return. */
const gridRem = ({ returnDate }: SearchCriteria) => (returnDate === null ? 8 : 33)

export const gridHeight = (criteria: SearchCriteria) => `${gridRem(criteria)}rem`

export const GRAPH_HEIGHT = `${GRAPH}rem`

interface Shown {
  criteria: SearchCriteria
  isGraph: boolean
  isWithBags: boolean
}

/** Of the panel while its prices are read. */
export function panelHeight({ criteria, isGraph, isWithBags }: Shown) {
  const inside = (isGraph ? GRAPH : gridRem(criteria)) + (isWithBags ? BAG_LINE : 0)
  return { base: `${AROUND.base + inside}rem`, md: `${AROUND.md + inside}rem` }
}

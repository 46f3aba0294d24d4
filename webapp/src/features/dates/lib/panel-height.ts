import type { SearchCriteria } from '@/lib/criteria'

/**
 * The title with what stands beside it or, on a phone, below it, and the words below the prices, with all room between;
 * in rem, on phones and on wider screens.
 */
const AROUND = { base: 11.4, md: 8 }

/** Of the prices, in rem: one line of them for one way, else one for each day of return. */
const pricesRem = ({ returnDate }: SearchCriteria) => (returnDate === null ? 8 : 33)

export const pricesHeight = (criteria: SearchCriteria) => `${pricesRem(criteria)}rem`

/** Of the panel while its prices are read. */
export function panelHeight(criteria: SearchCriteria) {
  const prices = pricesRem(criteria)
  return { base: `${AROUND.base + prices}rem`, md: `${AROUND.md + prices}rem` }
}

import type { Offer } from '@/lib/api/types'
import { namingOnly } from './bag-ways'
import { type Filters, passingOthers } from './filters'

/**
 * The offers whose fares are compared with a bag: a fare that filters leave out counts for no card. A price with a bag
 * is no fare, so the range of fares leaves none of them out. A named fare that is not here has the flights of the offer
 * that names it, and passes as that does; but whether it is refunded and what it emits is not known.
 */
export function comparableAmong(offers: readonly Offer[], filters: Filters, typical: number | null) {
  const passing = passingOthers(offers, filters, 'priceRange', typical)
  const passed = new Set(passing.map(({ id }) => id))
  const hasUnknown = filters.refundable || (filters.lessEmissions && typical !== null)
  const here = new Set(offers.map(({ id }) => id))
  return namingOnly(passing, (id) => (here.has(id) ? passed.has(id) : !hasUnknown))
}

import type { Offer, SearchPage } from '@/lib/api/types'
import { journeyMinutes } from '@/lib/flights'

export const sortOrders = ['price-asc', 'price-desc', 'duration-asc'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The currency of most offers: prices are compared in it alone. */
export function commonCurrency(offers: readonly Offer[]) {
  const counts = new Map<string, number>()
  for (const { price } of offers) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'USD'
}

const byPrice = (a: Offer, b: Offer) =>
  Number(a.price.amount) - Number(b.price.amount) || Number(a.total_amount) - Number(b.total_amount)
const byId = (a: Offer, b: Offer) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Offers in another currency cannot be compared as bare numbers: they come last, in either order. */
export function sortOffers(offers: readonly Offer[], order: SortOrder): Offer[] {
  const currency = commonCurrency(offers)
  const isForeign = (offer: Offer) => Number(offer.price.currency !== currency)
  const compare: Record<SortOrder, (a: Offer, b: Offer) => number> = {
    'price-asc': (a, b) => isForeign(a) - isForeign(b) || byPrice(a, b),
    'price-desc': (a, b) => isForeign(a) - isForeign(b) || byPrice(b, a),
    'duration-asc': (a, b) => journeyMinutes(a) - journeyMinutes(b) || isForeign(a) - isForeign(b) || byPrice(a, b),
  }
  return offers.toSorted((a, b) => compare[order](a, b) || byId(a, b))
}

/**
 * The ids of what stands behind the end of `page`, while other offers of its search are not loaded: they came early,
 * and in a row with the others they would pass for the next ones.
 */
export function beyondPage(sorted: readonly Offer[], page: SearchPage | undefined): ReadonlySet<string> {
  const own = new Set(page?.offers.map(({ id }) => id))
  const end = sorted.findLastIndex(({ id }) => own.has(id)) + 1
  const isWhole = !page || end === 0 || page.total_count <= sorted.length
  return new Set(isWhole ? [] : sorted.slice(end).map(({ id }) => id))
}

/** Two pages as one list, each offer once, the fresher one kept, cheapest first. */
export function mergeOffers(earlier: readonly Offer[], later: readonly Offer[]): Offer[] {
  return sortOffers([...new Map([...earlier, ...later].map((offer) => [offer.id, offer])).values()], 'price-asc')
}

import type { Offer, SearchPage } from '@/lib/api/types'
import { journeyMinutes } from '@/lib/flights'

export const sortOrders = ['price-asc', 'price-desc', 'duration-asc', 'emissions-asc', 'best'] as const
export type SortOrder = (typeof sortOrders)[number]

/** What one hour of the whole party counts in the order "best". The server tells it with a page. */
export interface HourWorth {
  amount: string
  currency: string
}

/** A page as far as it tells which offers stand on it. */
export type PageOfOffers = Pick<SearchPage, 'offers' | 'total_count'>

export const hourWorth = (page: SearchPage | undefined): HourWorth | null =>
  page?.hour_amount && page.hour_currency ? { amount: page.hour_amount, currency: page.hour_currency } : null

/** The currency of most offers: prices are compared in it alone. */
export function commonCurrency(offers: readonly Offer[]) {
  const counts = new Map<string, number>()
  for (const { price } of offers) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'USD'
}

const byPrice = (a: Offer, b: Offer) =>
  Number(a.price.amount) - Number(b.price.amount) || Number(a.total_amount) - Number(b.total_amount)
const byId = (a: Offer, b: Offer) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const emissions = (offer: Offer) => offer.emissions_kg_per_traveller ?? Number.POSITIVE_INFINITY

/** The price and what the time is worth, in a sixtieth of the currency; the price alone until the worth is known. */
function cost({ price, weighted_minutes }: Offer, hour: HourWorth | null) {
  const time =
    hour?.currency === price.currency ? Number(hour.amount) * (weighted_minutes ?? Number.POSITIVE_INFINITY) : 0
  return Number(price.amount) * 60 + time
}

/**
 * As svc-search sorts its pages. Offers in another currency cannot be compared as bare numbers: they come last, in
 * either order.
 */
export function sortOffers(offers: readonly Offer[], order: SortOrder, hour: HourWorth | null = null): Offer[] {
  const currency = commonCurrency(offers)
  const isForeign = (offer: Offer) => Number(offer.price.currency !== currency)
  const compare: Record<SortOrder, (a: Offer, b: Offer) => number> = {
    'price-asc': (a, b) => isForeign(a) - isForeign(b) || byPrice(a, b),
    'price-desc': (a, b) => isForeign(a) - isForeign(b) || byPrice(b, a),
    'duration-asc': (a, b) => journeyMinutes(a) - journeyMinutes(b) || isForeign(a) - isForeign(b) || byPrice(a, b),
    'emissions-asc': (a, b) => emissions(a) - emissions(b) || isForeign(a) - isForeign(b) || byPrice(a, b),
    best: (a, b) => isForeign(a) - isForeign(b) || cost(a, hour) - cost(b, hour) || byPrice(a, b),
  }
  return offers.toSorted((a, b) => compare[order](a, b) || byId(a, b))
}

/**
 * The ids of what stands behind the end of `page`, while other offers of its search are not loaded: they came early,
 * and in a row with the others they would pass for the next ones.
 */
export function beyondPage(sorted: readonly Offer[], page: PageOfOffers | undefined): ReadonlySet<string> {
  const own = new Set(page?.offers.map(({ id }) => id))
  const end = sorted.findLastIndex(({ id }) => own.has(id)) + 1
  const isWhole = !page || end === 0 || page.total_count <= sorted.length
  return new Set(isWhole ? [] : sorted.slice(end).map(({ id }) => id))
}

/** Two pages as one list, each offer once, the fresher one kept, cheapest first. */
export function mergeOffers(earlier: readonly Offer[], later: readonly Offer[]): Offer[] {
  return sortOffers([...new Map([...earlier, ...later].map((offer) => [offer.id, offer])).values()], 'price-asc')
}

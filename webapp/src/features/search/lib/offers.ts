import type { Offer, SearchPage } from '@/lib/api/types'
import { journeyMinutes } from '@/lib/flights'
import type { SumsWithBag } from './bag-ways'

export const sortOrders = ['price-asc', 'price-desc', 'duration-asc', 'emissions-asc', 'best'] as const
export type SortOrder = (typeof sortOrders)[number]

export const isByPrice = (order: SortOrder) => order === 'price-asc' || order === 'price-desc'

/** What one hour of the whole party counts in the order "best". The server tells it with a page. */
export interface HourWorth {
  amount: string
  currency: string
}

/** A page as far as it tells which offers stand on it. */
export type PageOfOffers = Pick<SearchPage, 'offers' | 'total_count'>

export const hourWorth = (page: SearchPage | undefined): HourWorth | null =>
  page?.hour_amount && page.hour_currency ? { amount: page.hour_amount, currency: page.hour_currency } : null

/** The currency of most offers, of two with as many the first in the alphabet: prices are compared in it alone. */
export function commonCurrency(offers: readonly Offer[]) {
  const counts = new Map<string, number>()
  for (const { price } of offers) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || byText(a[0], b[0]))[0]?.[0] ?? 'USD'
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byAmount = (a: Offer, b: Offer) => Number(a.price.amount) - Number(b.price.amount)
/** What airlines ask, then the id: two offers never stand in either order. */
const byTotal = (a: Offer, b: Offer) => Number(a.total_amount) - Number(b.total_amount) || byText(a.id, b.id)

const emissions = (offer: Offer) => offer.emissions_kg_per_traveller ?? Number.POSITIVE_INFINITY

/** The price and what the time is worth, in a sixtieth of the currency; the price alone until the worth is known. */
function byCost(hour: HourWorth | null) {
  const isTimed = ({ price }: Offer) => hour?.currency === price.currency
  const isUnknown = (offer: Offer) => Number(isTimed(offer) && offer.weighted_minutes === null)
  const time = (offer: Offer) => (isTimed(offer) ? Number(hour?.amount) * (offer.weighted_minutes ?? 0) : 0)
  const cost = (offer: Offer) => Number(offer.price.amount) * 60 + time(offer)
  return (a: Offer, b: Offer) => isUnknown(a) - isUnknown(b) || cost(a) - cost(b)
}

/** More than any sum. */
const UNKNOWN = Number.MAX_VALUE

/**
 * By what flights cost with a bag: those of which it is not known come last, by their fares. Of several fares of the same
 * flights the cheapest with a bag comes first, in either order.
 */
function bySum(sums: SumsWithBag | null) {
  const isUnknown = ({ id }: Offer) => Number(sums !== null && !sums.has(id))
  const least = ({ id, price }: Offer) => Number(sums?.get(id)?.least ?? price.amount)
  const own = ({ id }: Offer) => Number(sums?.get(id)?.own ?? UNKNOWN)
  return {
    unknownLast: (a: Offer, b: Offer) => isUnknown(a) - isUnknown(b),
    ascending: (a: Offer, b: Offer) => least(a) - least(b),
    cheapestFare: (a: Offer, b: Offer) => own(a) - own(b),
  }
}

/**
 * As svc-search sorts its pages (`svc-search/orders.json` holds both to it). Bare numbers of two currencies can't be
 * compared: offers in another one than most come last, currency by currency, in either order. The orders by price go by
 * the `sums` with a bag, where there are any.
 */
export function sortOffers(
  offers: readonly Offer[],
  order: SortOrder,
  hour: HourWorth | null = null,
  sums: SumsWithBag | null = null,
): Offer[] {
  const usual = commonCurrency(offers)
  const isForeign = ({ price }: Offer) => Number(price.currency !== usual)
  const byCurrency = (a: Offer, b: Offer) => isForeign(a) - isForeign(b) || byText(a.price.currency, b.price.currency)
  const byWorth = byCost(hour)
  const { unknownLast, ascending, cheapestFare } = bySum(sums)
  const compare: Record<SortOrder, (a: Offer, b: Offer) => number> = {
    'price-asc': (a, b) => unknownLast(a, b) || byCurrency(a, b) || ascending(a, b) || cheapestFare(a, b),
    'price-desc': (a, b) => unknownLast(a, b) || byCurrency(a, b) || ascending(b, a) || cheapestFare(a, b),
    'duration-asc': (a, b) => journeyMinutes(a) - journeyMinutes(b) || byCurrency(a, b) || byAmount(a, b),
    'emissions-asc': (a, b) => emissions(a) - emissions(b) || byCurrency(a, b) || byAmount(a, b),
    best: (a, b) => byCurrency(a, b) || byWorth(a, b),
  }
  return offers.toSorted((a, b) => compare[order](a, b) || byTotal(a, b))
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

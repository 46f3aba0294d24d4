import type { BagPrice, Offer } from '@/lib/api/types'
import { type BagSum, bagSumOf, includesBag, isCheaperThan, isLess, type OtherFare } from '@/lib/bag-sums'
import * as lists from '@/messages/lib/lists'
import { journeyKey } from './departures'

/** By the ids of their offers. */
export type BagPrices = ReadonlyMap<string, BagPrice>

/** A fare, and what it costs with a checked bag for each traveler with a seat. */
export interface BagWay extends BagSum {
  offer: Offer
}

/** The cheapest known way to have a bag on each journey. */
export type BagWays = ReadonlyMap<string, BagWay>

/** Fares of the same flights share it. Sums of two currencies can't be compared. */
export const flightsKey = (offer: Offer) => `${journeyKey(offer)} ${offer.price.currency}`

const pricedFare = (offer: Offer, known: BagPrices) => ({
  price: offer.price,
  isIncluded: includesBag(offer),
  known: known.get(offer.id),
})

/** Of two ways that cost the same, that of the first offer counts. */
export function bagWays(offers: readonly Offer[], known: BagPrices): BagWays {
  const ways = new Map<string, BagWay>()
  for (const offer of offers) {
    const [key, way] = [flightsKey(offer), bagSumOf(pricedFare(offer, known))]
    if (way && isLess(way.sum, ways.get(key)?.sum)) ways.set(key, { offer, ...way })
  }
  return ways
}

/** Another fare of the same flights that is known to cost less with a bag than the offer does. */
export function cheaperWay(offer: Offer, ways: BagWays, known: BagPrices): BagWay | null {
  const least = ways.get(flightsKey(offer))
  return least && least.offer.id !== offer.id && isCheaperThan(pricedFare(offer, known), least.sum) ? least : null
}

/** The same for all who tell of it. */
export function otherFareOf({ offer: { id, slices, price }, sum, parts }: BagWay): OtherFare {
  const names = new Set(slices.map((slice) => slice.fare_brand_name).filter(Boolean))
  return { offerId: id, name: [...names].join(lists.separator) || null, price, sum, parts }
}

/** What an offer is sorted by with a bag. */
interface SumWithBag {
  /** Of the cheapest fare of its flights. */
  least: string
  /** Of its own fare; null where that is not known. */
  own: string | null
}

/** An offer is left out where its own sum, which is not known, may be the least of its flights. */
export type SumsWithBag = ReadonlyMap<string, SumWithBag>

export function sumsWithBag(offers: readonly Offer[], known: BagPrices): SumsWithBag {
  const ways = bagWays(offers, known)
  return new Map(
    offers.flatMap((offer) => {
      const own = bagSumOf(pricedFare(offer, known))?.sum.amount ?? null
      const least = own === null ? cheaperWay(offer, ways, known) : ways.get(flightsKey(offer))
      return least ? [[offer.id, { least: least.sum.amount, own }] as const] : []
    }),
  )
}

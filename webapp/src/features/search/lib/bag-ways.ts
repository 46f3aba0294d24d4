import type { BagPrice, Offer } from '@/lib/api/types'
import { bagSumOf, includesBag, isCheaperThan, isLess, type OtherFare } from '@/lib/bag-sums'
import { fareNames } from '@/lib/flights'
import { journeyKey } from './departures'

/** By the ids of their offers. */
export type BagPrices = ReadonlyMap<string, BagPrice>

/** The cheapest known way to have a bag on each journey. */
export type BagWays = ReadonlyMap<string, OtherFare>

/** Fares of the same flights share it. Sums of two currencies can't be compared. */
export const flightsKey = (offer: Offer) => `${journeyKey(offer)} ${offer.price.currency}`

const pricedFare = (offer: Offer, known: BagPrices) => ({
  price: offer.price,
  isIncluded: includesBag(offer),
  known: known.get(offer.id),
})

/** A bag with the fare of the offer: included, or bought. */
function ownWay(offer: Offer, known: BagPrices): OtherFare | null {
  const { id, slices, price } = offer
  const told = bagSumOf(pricedFare(offer, known))
  return told && { offerId: id, name: fareNames(slices), price, ...told }
}

/** The fare of the same flights that includes a bag, which the server has named. */
const namedWay = ({ bag_included: named }: Offer): OtherFare | null =>
  named && { offerId: named.offer_id, name: named.fare_brand_name, price: named.price, sum: named.price, parts: null }

/** The offers without what they name of fares that don't count. */
export const namingOnly = (offers: readonly Offer[], counts: (offerId: string) => boolean) =>
  offers.map((offer) =>
    offer.bag_included && !counts(offer.bag_included.offer_id) ? { ...offer, bag_included: null } : offer,
  )

/** Of two ways that cost the same, that of the first offer counts. An offer that is here speaks for itself. */
export function bagWays(offers: readonly Offer[], known: BagPrices): BagWays {
  const ways = new Map<string, OtherFare>()
  const add = (offer: Offer, way: OtherFare | null) => {
    if (!way) return
    const key = flightsKey(offer)
    if (isLess(way.sum, ways.get(key)?.sum)) ways.set(key, way)
  }
  for (const offer of offers) add(offer, ownWay(offer, known))
  const here = new Set(offers.map(({ id }) => id))
  for (const offer of namingOnly(offers, (id) => !here.has(id))) add(offer, namedWay(offer))
  return ways
}

/** Another fare of the same flights that is known to cost less with a bag than the offer does. */
export function cheaperWay(offer: Offer, ways: BagWays, known: BagPrices): OtherFare | null {
  const least = ways.get(flightsKey(offer))
  return least && least.offerId !== offer.id && isCheaperThan(pricedFare(offer, known), least.sum) ? least : null
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

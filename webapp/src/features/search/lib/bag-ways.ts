import type { Amount, BagPrice, Offer } from '@/lib/api/types'
import type { OtherFare } from '@/lib/bag-price'
import { compareDecimals } from '@/lib/decimal'
import { includedBags } from '@/lib/flights'
import * as lists from '@/messages/lib/lists'
import { journeyKey } from './departures'

/** By the ids of their offers. */
export type BagPrices = ReadonlyMap<string, BagPrice>

/** The fare has a checked bag for each traveler on every flight. */
export const includesBag = ({ slices }: Pick<Offer, 'slices'>) => (includedBags(slices).checked ?? 0) > 0

/** A fare, and what it costs with a checked bag for each traveler with a seat, as the server states it. */
export interface BagWay {
  offer: Offer
  sum: Amount
  /** Null where the bag is included. */
  price: BagPrice | null
}

/** The cheapest known way to have a bag on each journey. */
export type BagWays = ReadonlyMap<string, BagWay>

/** Fares of the same flights share it. Sums of two currencies can't be compared. */
export const flightsKey = (offer: Offer) => `${journeyKey(offer)} ${offer.price.currency}`

/** The way of one offer; null where its sum is not known. */
function wayOf(offer: Offer, known: BagPrices): BagWay | null {
  if (includesBag(offer)) return { offer, sum: offer.price, price: null }
  const price = known.get(offer.id)
  return price?.total ? { offer, sum: price.total, price: price.included ? null : price } : null
}

const isLess = (a: BagWay, b: BagWay | null | undefined) => !b || compareDecimals(a.sum.amount, b.sum.amount) < 0

/** Of two ways that cost the same, that of the first offer counts. */
export function bagWays(offers: readonly Offer[], known: BagPrices): BagWays {
  const ways = new Map<string, BagWay>()
  for (const offer of offers) {
    const way = wayOf(offer, known)
    if (way && isLess(way, ways.get(flightsKey(offer)))) ways.set(flightsKey(offer), way)
  }
  return ways
}

/** Another fare of the same flights that costs less with a bag than the offer does, as far as that is known. */
export function cheaperWay(offer: Offer, ways: BagWays, known: BagPrices): BagWay | null {
  const least = ways.get(flightsKey(offer))
  return least && least.offer.id !== offer.id && isLess(least, wayOf(offer, known)) ? least : null
}

/** The same for all who tell of it. */
export function otherFareOf({ offer: { id, slices, price: shown }, sum, price }: BagWay): OtherFare {
  const names = new Set(slices.map((slice) => slice.fare_brand_name).filter(Boolean))
  const { fare, cheapest } = price ?? {}
  return {
    offerId: id,
    name: [...names].join(lists.separator) || null,
    price: shown,
    sum,
    parts: fare && cheapest ? { fare, bags: cheapest } : null,
  }
}

/** What an offer is sorted by with a bag. */
interface SumWithBag {
  /** Of the cheapest fare of its flights. */
  least: string
  /** Of its own fare; null where that is not known. */
  own: string | null
}

/** An offer of whose flights no sum is known is left out. */
export type SumsWithBag = ReadonlyMap<string, SumWithBag>

export function sumsWithBag(offers: readonly Offer[], known: BagPrices): SumsWithBag {
  const ways = bagWays(offers, known)
  return new Map(
    offers.flatMap((offer) => {
      const least = ways.get(flightsKey(offer))?.sum.amount
      return least ? [[offer.id, { least, own: wayOf(offer, known)?.sum.amount ?? null }] as const] : []
    }),
  )
}

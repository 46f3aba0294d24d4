import type { Amount, BagPrice, Fare, Offer, Price } from '@/lib/api/types'
import { compareDecimals } from '@/lib/decimal'
import { type BagCounts, bagCounts, includedBags } from '@/lib/flights'

const hasChecked = ({ checked }: BagCounts) => (checked ?? 0) > 0

/**
 * The fare has a checked bag for each traveler on every flight. svc-search has the same rule
 * (`svc-search/included-bags.json` holds both to it).
 */
export const includesBag = ({ slices }: Pick<Offer, 'slices'>) => hasChecked(includedBags(slices))
export const fareIncludesBag = ({ baggages }: Pick<Fare, 'baggages'>) => hasChecked(bagCounts(baggages))

/** What a fare costs with a checked bag for each traveler with a seat, as the server states it. */
export interface BagSum {
  sum: Amount
  /** What the sum is made of; null where the bag is included. */
  parts: { fare: Amount; bags: Amount } | null
}

/** Another fare of the same flights. */
export interface OtherFare extends BagSum {
  offerId: string
  /** As the airline calls it. */
  name: string | null
  /** As it was shown, without bags. */
  price: Price
}

/** A fare as it is shown, and what is known of its bags: undefined where the server has not told. */
export interface PricedFare {
  price: Price
  isIncluded: boolean
  known: BagPrice | undefined
}

/** Null where the sum is not known. */
export function bagSumOf({ price, isIncluded, known }: PricedFare): BagSum | null {
  if (isIncluded) return { sum: price, parts: null }
  if (!known?.total) return null
  const { fare, cheapest, included, total } = known
  return { sum: total, parts: !included && fare && cheapest ? { fare, bags: cheapest } : null }
}

/** Anything is less than a sum that is not known. Sums of two currencies can't be compared. */
export const isLess = (a: Amount, b: Amount | undefined) =>
  !b || (a.currency === b.currency && compareDecimals(a.amount, b.amount) < 0)

/** Of two that cost the same, the first. */
export const leastOf = <Way extends BagSum>(ways: readonly Way[]) =>
  ways.reduce<Way | null>((least, next) => (isLess(next.sum, least?.sum) ? next : least), null)

const isUnsold = ({ known }: PricedFare) => known?.state === 'none' || known?.state === 'gone'

/**
 * The sum is less than what this fare costs with a bag. Where that is not known, it is as long as the fare alone costs no
 * less: bags are never given away.
 */
export function isCheaperThan(fare: PricedFare, sum: Amount) {
  const own = bagSumOf(fare)?.sum
  return own ? isLess(sum, own) : isUnsold(fare) || !isLess(fare.price, sum)
}

'use client'
import useSWR from 'swr'
import { knownBagPrices } from '@/lib/api/bag-prices'
import { useFares } from '@/lib/api/offers'
import type { BagPrice, Fare, Offer } from '@/lib/api/types'
import { bagSumOf, fareIncludesBag, includesBag, isCheaperThan, isLess, leastOf, type OtherFare } from '@/lib/bag-sums'
import { atShownPrice, useShownPrices } from '@/lib/shown-prices'
import { useBagPrice } from './use-bag-price'

/** As many as the server takes. */
const MOST = 10

/** What these offers cost with a bag each; none where no offer is named. */
function useBagPricesOf(ids: readonly string[]) {
  const key = ids.length > 0 ? ['bag prices', ...ids] : null
  return useSWR<readonly BagPrice[], Error>(key, () => knownBagPrices(ids)).data ?? none
}
const none: readonly BagPrice[] = []

/** The fares of which it is known what they cost with a bag. */
const withSums = (fares: readonly Fare[], prices: readonly BagPrice[]): OtherFare[] =>
  fares.flatMap((fare) => {
    const { offer_id: offerId, fare_brand_name: name, price } = fare
    const known = prices.find((one) => one.offerId === offerId)
    const sum = bagSumOf({ price, isIncluded: fareIncludesBag(fare), known })
    return sum ? [{ offerId, name, price, ...sum }] : []
  })

/** The other fares of the same flights that can be compared, at the prices that were shown. */
function useOtherFares(offer: Offer) {
  const shown = useShownPrices()
  return (useFares(offer.id).data ?? [])
    .filter(({ offer_id: id, price }) => id !== offer.id && price.currency === offer.price.currency)
    .map((fare) => atShownPrice(fare, shown))
}

/** What is known of the offer's own fare with a bag for all. */
function useOwnFare(offer: Offer, isBagSold: boolean) {
  const isIncluded = includesBag(offer)
  const { data, isLoading } = useBagPrice(isBagSold && !isIncluded ? offer.id : null)
  return { isLoading, hasSum: isBagSold || isIncluded, fare: { price: offer.price, isIncluded, known: data } }
}

/**
 * Another fare of the flights of an offer that costs less with a bag for all, as a results card finds it. Null where none
 * is known, and before the offer's own sum is. `isBagSold`: a bag can be bought with the offer.
 */
export function useCheaperFare(offer: Offer, isBagSold: boolean): OtherFare | null {
  const { isLoading, hasSum, fare: own } = useOwnFare(offer, isBagSold)
  const others = useOtherFares(offer)
  const sums = [bagSumOf(own), ...withSums(others, none)].filter((sum) => sum !== null)
  const bound = leastOf(sums)?.sum
  const mayBeLess = others.filter((fare) => !fareIncludesBag(fare) && bound && isLess(fare.price, bound))
  const prices = useBagPricesOf(isLoading ? [] : mayBeLess.slice(0, MOST).map(({ offer_id }) => offer_id))
  const cheapest = leastOf(withSums(others, prices))
  if (isLoading || !cheapest) return null
  return !hasSum || isCheaperThan(own, cheapest.sum) ? cheapest : null
}

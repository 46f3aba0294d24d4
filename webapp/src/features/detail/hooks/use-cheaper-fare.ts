'use client'
import useSWR from 'swr'
import { knownBagPrices } from '@/lib/api/bag-prices'
import { useFares } from '@/lib/api/offers'
import type { Amount, BagPrice, Fare, Offer, Price } from '@/lib/api/types'
import type { OtherFare } from '@/lib/bag-price'
import { compareDecimals } from '@/lib/decimal'
import { bagCounts } from '@/lib/flights'
import { useShownPrices } from '@/lib/shown-prices'
import { useBagPrice } from './use-bag-price'

const isLess = (a: Amount | Price, b: Amount | Price) =>
  a.currency === b.currency && compareDecimals(a.amount, b.amount) < 0

const includesBag = ({ baggages }: Fare) => (bagCounts(baggages).checked ?? 0) > 0

/** As many as the server takes. */
const MOST = 10

/** What these offers cost with a bag each; none where no offer is named. */
function useBagPricesOf(ids: readonly string[]) {
  const key = ids.length > 0 ? ['bag prices', ...ids] : null
  return useSWR<readonly BagPrice[], Error>(key, () => knownBagPrices(ids)).data ?? none
}
const none: readonly BagPrice[] = []

const withIncluded = ({ offer_id: offerId, fare_brand_name: name, price }: Fare): OtherFare => ({
  offerId,
  name,
  price,
  sum: price,
  parts: null,
})

function withBought(fare: Fare, prices: readonly BagPrice[]): OtherFare[] {
  const known = prices.find(({ offerId }) => offerId === fare.offer_id)
  if (!known?.total) return []
  const parts = known.fare && known.cheapest ? { fare: known.fare, bags: known.cheapest } : null
  return [{ ...withIncluded(fare), sum: known.total, parts: known.included ? null : parts }]
}

const cheapestOf = (fares: readonly OtherFare[]) =>
  fares.reduce<OtherFare | null>((least, next) => (!least || isLess(next.sum, least.sum) ? next : least), null)

/**
 * Another fare of the flights of an offer without a bag that costs less with one for all, as a results card finds it. Null
 * where none is known, and before the offer's own sum is. `isBagSold`: it has such a sum.
 */
export function useCheaperFare(offer: Offer, isBagSold: boolean): OtherFare | null {
  const shown = useShownPrices()
  const fares = useFares(offer.id).data ?? []
  const own = useBagPrice(isBagSold ? offer.id : null)
  const others = fares
    .filter(({ offer_id: id, price }) => id !== offer.id && price.currency === offer.price.currency)
    .map((fare) => ({ ...fare, price: shown.get(fare.offer_id) ?? fare.price }))
  const included = others.filter(includesBag).map(withIncluded)
  const least = cheapestOf(included)?.sum
  const bound = own.data?.total && (!least || isLess(own.data.total, least)) ? own.data.total : least
  const mayBeLess = others.filter((fare) => !includesBag(fare) && bound && isLess(fare.price, bound)).slice(0, MOST)
  const prices = useBagPricesOf(own.isLoading ? [] : mayBeLess.map(({ offer_id }) => offer_id))
  const cheapest = cheapestOf([...included, ...mayBeLess.flatMap((fare) => withBought(fare, prices))])
  if (own.isLoading || !cheapest) return null
  return !own.data?.total || isLess(cheapest.sum, own.data.total) ? cheapest : null
}

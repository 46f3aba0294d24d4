'use client'
import { useMemo } from 'react'
import type { Offer, Price } from '@/lib/api/types'
import { useShownPrices } from '@/lib/shown-prices'

/** The offer, and the fare that it names. */
const pricesOf = ({ id, price, bag_included: named }: Offer) => [
  { id, price },
  ...(named ? [{ id: named.offer_id, price: named.price }] : []),
]

const repriced = (offer: Offer, prices: ReadonlyMap<string, Price>): Offer => ({
  ...offer,
  price: prices.get(offer.id) ?? offer.price,
  bag_included: offer.bag_included && {
    ...offer.bag_included,
    price: prices.get(offer.bag_included.offer_id) ?? offer.bag_included.price,
  },
})

/**
 * The offers at the prices that their own pages have shown since: an airline states a price anew when it is asked again.
 * The same list while none of its prices is another one, because a new list would be drawn anew under the finger that
 * presses a card of it.
 */
export function useRepriced(offers: readonly Offer[]): readonly Offer[] {
  const shown = useShownPrices()
  const isOutdated = ({ id, price }: Pick<Offer, 'id' | 'price'>) =>
    (shown.get(id)?.amount ?? price.amount) !== price.amount
  const outdated = offers.flatMap(pricesOf).filter(isOutdated)
  const changes = JSON.stringify(outdated.map(({ id }) => [id, shown.get(id)]))
  return useMemo(() => {
    const prices = new Map<string, Price>(JSON.parse(changes))
    if (prices.size === 0) return offers
    return offers.map((offer) => repriced(offer, prices))
  }, [offers, changes])
}

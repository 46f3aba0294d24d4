'use client'
import { useMemo } from 'react'
import type { Offer, Price } from '@/lib/api/types'
import { useShownPrices } from '@/lib/shown-prices'

/**
 * The offers at the prices that their own pages have shown since: an airline states a price anew when it is asked again.
 * The same list while none of its prices is another one, because a new list would be drawn anew under the finger that
 * presses a card of it.
 */
export function useRepriced(offers: readonly Offer[]): readonly Offer[] {
  const shown = useShownPrices()
  const isOutdated = ({ id, price }: Offer) => (shown.get(id)?.amount ?? price.amount) !== price.amount
  const changes = JSON.stringify(offers.filter(isOutdated).map(({ id }) => [id, shown.get(id)]))
  return useMemo(() => {
    const prices = new Map<string, Price>(JSON.parse(changes))
    if (prices.size === 0) return offers
    return offers.map((offer) => ({ ...offer, price: prices.get(offer.id) ?? offer.price }))
  }, [offers, changes])
}

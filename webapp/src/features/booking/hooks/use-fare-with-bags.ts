'use client'
import { useMemo } from 'react'
import { useFares } from '@/lib/api/offers'
import type { Fare } from '@/lib/api/types'
import { hasPassed } from '@/lib/countdown'
import { atShownPrice, useShownPrices } from '@/lib/shown-prices'
import { useUndisturbed } from '@/lib/use-undisturbed'
import type { ChosenBag } from '../lib/bag-choices'
import { cheaperWithBags } from '../lib/fare-with-bags'
import { useBags, useTrip } from './booking-contexts'

export interface FareWithBags {
  fare: Fare
  /** The chosen bags that it includes. */
  bags: readonly ChosenBag[]
}

const none: readonly Fare[] = []

/**
 * Another fare of the same flights that includes bags like the chosen ones and costs less than this fare with them, at
 * the price that was shown last. Null for none, where it has expired, where seats are chosen, which the sums leave out,
 * and where the fares can't be read: nobody waits for it. It does not come or go during a press, because it would move
 * the pressed button.
 */
export function useFareWithBags(): FareWithBags | null {
  const { offer, party, bags, seats } = useTrip()
  const { sold } = useBags()
  const { data: fares = none } = useFares(offer.id)
  const shown = useShownPrices()
  const found = useMemo(() => {
    if (seats.length > 0) return null
    const latest = fares.filter(({ expires_at }) => !hasPassed(expires_at)).map((fare) => atShownPrice(fare, shown))
    const fare = cheaperWithBags({ offer, party, bags, sold }, latest)
    return fare && { fare, bags }
  }, [fares, shown, offer, party, bags, seats, sold])
  return useUndisturbed(found)
}

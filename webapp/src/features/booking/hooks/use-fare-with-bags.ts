'use client'
import { useMemo } from 'react'
import { useSWRConfig } from 'swr'
import { faresKey, useFares } from '@/lib/api/offers'
import type { Fare, Price } from '@/lib/api/types'
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

interface Known {
  fares: readonly Fare[]
  shown: ReadonlyMap<string, Price>
}

function cheapestOf({ fares, shown }: Known, order: Parameters<typeof cheaperWithBags>[0]): FareWithBags | null {
  const latest = fares.filter(({ expires_at }) => !hasPassed(expires_at)).map((fare) => atShownPrice(fare, shown))
  const fare = cheaperWithBags(order, latest)
  return fare && { fare, bags: order.bags }
}

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
  const found = useMemo(
    () => (seats.length > 0 ? null : cheapestOf({ fares, shown }, { offer, party, bags, sold })),
    [fares, shown, offer, party, bags, seats, sold],
  )
  return useUndisturbed(found)
}

/** The same of bags that are not chosen yet, among the fares that this page or the one of the flights has read. */
export function useKnownFareWithBags(bags: readonly ChosenBag[]): FareWithBags | null {
  const { offer, party, seats } = useTrip()
  const { sold } = useBags()
  const { cache } = useSWRConfig()
  const shown = useShownPrices()
  const fares: readonly Fare[] = cache.get(faresKey(offer.id))?.data ?? none
  return seats.length > 0 ? null : cheapestOf({ fares, shown }, { offer, party, bags, sold })
}

'use client'
import { useFares } from '@/lib/api/offers'
import type { Fare } from '@/lib/api/types'
import { hasPassed } from '@/lib/countdown'
import { useShownPrices } from '@/lib/shown-prices'
import { cheaperWithBags } from '../lib/fare-with-bags'
import { useBags, useTrip } from './booking-contexts'

/**
 * Another fare of the same flights that includes bags like the chosen ones and costs less than this fare with them, at the
 * price that was shown last. Null for none, where it has expired, and where the fares can't be read: nobody waits for it.
 */
export function useFareWithBags(): Fare | null {
  const { offer, party, bags } = useTrip()
  const { sold } = useBags()
  const { data: fares = [] } = useFares(offer.id)
  const shown = useShownPrices()
  const latest = fares
    .filter(({ expires_at }) => !hasPassed(expires_at))
    .map((fare) => ({ ...fare, price: shown.get(fare.offer_id) ?? fare.price }))
  return cheaperWithBags({ offer, party, bags, sold }, latest)
}

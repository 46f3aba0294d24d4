'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import { faresKey } from '@/lib/api/offers'
import type { Fare, Offer } from '@/lib/api/types'
import { fareIncludesBag, includesBag } from '@/lib/bag-sums'
import { useRetry } from '@/lib/use-retry'

/** Of the offer with this id; null where the server has not told. */
type FaresOf = readonly [id: string, fares: readonly Fare[] | null]

async function faresOf(id: string): Promise<FaresOf> {
  try {
    return [id, await request('GET', faresKey(id), { attempt: 'Unable to retrieve fares:' })]
  } catch (error) {
    console.warn('The fares of a compared flight are not known', error)
    return [id, null]
  }
}

/**
 * What an offer names that is asked for alone, as a search would: the cheapest fare of its flights that includes a bag.
 * The server knows the fares of a search by heart, so no airline is asked. A failure is asked again when it is shown anew,
 * or by `retry`.
 */
export function useNamedFares(ids: readonly string[]) {
  const key = ids.length > 0 ? ['compared fares', ...ids] : null
  const ask = () => Promise.all(ids.map(faresOf))
  // SWR takes all maps for equal, and would keep the first: the map is made of what it has.
  const { data, mutate } = useSWR(key, ask, { revalidateIfStale: true, keepPreviousData: true })
  const fares = new Map(data)
  const named = (offer: Offer) => (includesBag(offer) ? null : namedOf(offer, fares.get(offer.id) ?? []))
  /** Another fare of it may be missing. */
  const isUnread = (offer: Offer) => !includesBag(offer) && fares.get(offer.id) === null
  return { named, isUnread, ...useRetry(() => mutate()) }
}

function namedOf({ id, price }: Offer, fares: readonly Fare[]): Offer['bag_included'] {
  const found = fares.find(
    (fare) => fare.offer_id !== id && fareIncludesBag(fare) && fare.price.currency === price.currency,
  )
  return found ? { offer_id: found.offer_id, fare_brand_name: found.fare_brand_name, price: found.price } : null
}

'use client'
import useSWR from 'swr'
import { request } from '@/lib/api/client'
import { faresKey } from '@/lib/api/offers'
import type { Fare, Offer } from '@/lib/api/types'
import { fareIncludesBag, includesBag } from '@/lib/bag-sums'

/** By the ids of their offers. */
type Fares = ReadonlyMap<string, readonly Fare[]>

async function faresOf(id: string): Promise<[string, readonly Fare[]]> {
  try {
    return [id, await request('GET', faresKey(id), { attempt: 'Unable to retrieve fares:' })]
  } catch (error) {
    console.warn('The fares of a compared flight are not known', error)
    return [id, []]
  }
}

/**
 * What an offer names that is asked for alone, as a search would: the cheapest fare of its flights that includes a bag.
 * The server knows the fares of a search by heart, so no airline is asked.
 */
export function useNamedFares(ids: readonly string[]) {
  const key = ids.length > 0 ? ['compared fares', ...ids] : null
  const ask = async () => new Map(await Promise.all(ids.map(faresOf)))
  const { data } = useSWR<Fares>(key, ask, { revalidateIfStale: true, keepPreviousData: true })
  return (offer: Offer) => (includesBag(offer) ? null : namedOf(offer, data?.get(offer.id) ?? []))
}

function namedOf({ id, price }: Offer, fares: readonly Fare[]): Offer['bag_included'] {
  const found = fares.find(
    (fare) => fare.offer_id !== id && fareIncludesBag(fare) && fare.price.currency === price.currency,
  )
  return found ? { offer_id: found.offer_id, fare_brand_name: found.fare_brand_name, price: found.price } : null
}

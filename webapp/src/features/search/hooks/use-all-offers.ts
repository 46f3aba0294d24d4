'use client'
import { useMemo } from 'react'
import useSWR from 'swr'
import { untilBack } from '@/lib/api/retry'
import type { Offer } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { fetchFlights, MORE_PAGE_SIZE } from '../api/search-flights'
import type { PageOfOffers } from '../lib/offers'
import { useRepriced } from './use-repriced'

/** Enough for every route that was seen; what lies behind it is said not to be loaded. */
const MOST_PAGES = 5

/**
 * `loaded` and all other offers of its search, once they are wanted and there: a filter holds for the flights that
 * stand on later pages too. The server mostly has them at hand. Where it has asked the airlines again since, their new
 * offers stand for all: none of `loaded` would be among them. `unloaded` counts those that are not here, and `isComing`
 * until the server has answered or failed for the first time.
 */
export function useAllOffers(
  criteria: SearchCriteria,
  page: PageOfOffers | undefined,
  loaded: readonly Offer[],
  isWanted: boolean,
) {
  const total = page?.total_count ?? 0
  const pages = Math.min(MOST_PAGES, Math.ceil(total / MORE_PAGE_SIZE))
  // Another asking has other offers: they begin with another one.
  const key = isWanted && total > loaded.length ? ['all offers', page?.offers[0]?.id, pages] : null
  const read = (number: number) => fetchFlights({ criteria, page: number, limit: MORE_PAGE_SIZE, sort: 'price-asc' })
  const readAll = async () => {
    const found = await Promise.all(Array.from({ length: pages }, (_, index) => read(index + 1)))
    return { offers: found.flatMap(({ offers }) => offers), total: found.at(-1)?.total_count ?? 0 }
  }
  const { data, error, isLoading } = useSWR(key, readAll, untilBack)
  const found = key === null ? undefined : data
  // The same list until one of its parts changes: who draws it draws it again for every new one.
  const all = useMemo(() => {
    if (!found) return loaded
    const byId = new Map(found.offers.map((offer) => [offer.id, offer]))
    if (!loaded.some(({ id }) => byId.has(id))) return found.offers
    for (const offer of loaded) byId.set(offer.id, offer)
    return [...byId.values()]
  }, [found, loaded])
  const unloaded = Math.max(0, (found?.total ?? total) - all.length)
  return { all: useRepriced(all), unloaded, isComing: isLoading && !error }
}

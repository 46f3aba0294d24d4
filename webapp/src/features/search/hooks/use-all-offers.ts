'use client'
import { useMemo } from 'react'
import useSWR from 'swr'
import { untilBack } from '@/lib/api/retry'
import type { Offer } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { fetchFlights, MORE_PAGE_SIZE } from '../api/search-flights'
import { withEarly } from '../lib/arrivals'
import type { PageOfOffers } from '../lib/offers'
import { useRepriced } from './use-repriced'

/** Enough for every route that was seen; what lies behind it is said not to be loaded. */
const MOST_PAGES = 5

/**
 * `loaded` and all other offers of its search, once they are wanted and there: a filter holds for the flights that
 * stand on later pages too. The server has them at hand, so no airline is asked again. `isComing` until it has answered
 * or failed for the first time.
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
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    return (await Promise.all(numbers.map(read))).flatMap(({ offers }) => offers)
  }
  const { data, error, isLoading } = useSWR(key, readAll, untilBack)
  const isUsed = key !== null
  // The same list until one of its parts changes: who draws it draws it again for every new one.
  const all = useMemo(() => {
    if (!data || !isUsed) return loaded
    return [...new Map(withEarly(data, loaded).map((offer) => [offer.id, offer])).values()]
  }, [data, loaded, isUsed])
  return { all: useRepriced(all), isComing: isLoading && !error }
}

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

const nothing: readonly Offer[] = []

const pagesOf = (total: number) => Math.min(MOST_PAGES, Math.ceil(total / MORE_PAGE_SIZE))

function haveAny(wanted: readonly Offer[], offers: readonly Offer[]) {
  const ids = new Set(offers.map(({ id }) => id))
  return wanted.some(({ id }) => ids.has(id))
}

/**
 * `loaded` and all other offers of its search, once they are wanted and there: a filter holds for the flights that
 * stand on later pages too. The server mostly has them at hand. Where it has asked the airlines again since, none of
 * `loaded` is among its offers: they stand for all where `isFiltered`, and are left alone else, as a list that nobody
 * filters stays. `unloaded` counts those that are not here, and `isComing` until the server has answered or failed for
 * the first time.
 */
export function useAllOffers(
  criteria: SearchCriteria,
  page: PageOfOffers | undefined,
  loaded: readonly Offer[],
  { isWanted, isFiltered }: { isWanted: boolean; isFiltered: boolean },
) {
  const total = page?.total_count ?? 0
  const pages = pagesOf(total)
  // Another asking has other offers: they begin with another one.
  const key = isWanted && total > loaded.length ? ['all offers', page?.offers[0]?.id, pages] : null
  const read = (number: number) => fetchFlights({ criteria, page: number, limit: MORE_PAGE_SIZE, sort: 'price-asc' })
  const readPages = (first: number, last: number) =>
    Promise.all(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => read(first + index)))
  const readAll = async () => {
    const found = await readPages(1, pages)
    const { total_count } = found[0] ?? { total_count: 0 }
    const more = await readPages(pages + 1, pagesOf(total_count))
    return { offers: [...found, ...more].flatMap(({ offers }) => offers), total: total_count }
  }
  const { data, error, isLoading } = useSWR(key, readAll, untilBack)
  const found = key === null ? undefined : data
  // Of more offers than are read, those that are loaded may be others.
  const isReplaced = found !== undefined && found.total <= found.offers.length && !haveAny(loaded, found.offers)
  const others = isReplaced && !isFiltered ? undefined : found
  // The same list until one of its parts changes: who draws it draws it again for every new one.
  const all = useMemo(() => {
    if (!others) return loaded
    const mine = isReplaced ? nothing : loaded
    return [...new Map([...others.offers, ...mine].map((offer) => [offer.id, offer])).values()]
  }, [others, isReplaced, loaded])
  const unloaded = Math.max(0, (others?.total ?? total) - all.length)
  return { all: useRepriced(all), unloaded, isComing: isLoading && !error }
}

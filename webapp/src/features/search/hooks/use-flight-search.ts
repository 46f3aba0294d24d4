'use client'
import { useEffect, useState } from 'react'
import useSWR, { type SWRConfiguration } from 'swr'
import { isRepeatedSoon, untilBack } from '@/lib/api/retry'
import type { SearchPage } from '@/lib/api/types'
import { useRetry } from '@/lib/use-retry'
import { fetchFlights, type SearchQuery, searchKey } from '../api/search-flights'

/** How long an answer is fresh. */
export const STALE_MS = 5 * 60_000
const KEPT_MS = 10 * 60_000

interface Answer {
  page: SearchPage
  at: number
}

const answer = async (query: SearchQuery, refresh = false): Promise<Answer> => ({
  page: await fetchFlights(query, refresh),
  at: Date.now(),
})

/** Whether two answers are of one provider search: each search has offers of its own. */
const isSameSearch = (before: Answer, after: Answer) =>
  after.page.offers.some(({ id }) => before.page.offers.some((offer) => offer.id === id))

interface Refreshing {
  isBusy: boolean
  error: Error | null
  /** When the last refresh returned the answer that was here already; null where it did not. */
  repeatedAt: number | null
}

const idle: Refreshing = { isBusy: false, error: null, repeatedAt: null }

const options: SWRConfiguration<Answer, Error> = {
  dedupingInterval: STALE_MS,
  revalidateIfStale: true,
  // Another order of the same search shows the old one until the new one is there.
  keepPreviousData: true,
  ...untilBack,
}

/** One page of a search; null waits. Fresh for 5 minutes, shown for 10, back by itself when the search was away. */
export function useFlightSearch(query: SearchQuery) {
  const [openedAt] = useState(() => Date.now())
  const [refreshing, setRefreshing] = useState(idle)
  const search = useSWR<Answer, Error>(searchKey(query), () => answer(query), options)
  const isKept = search.data !== undefined && search.data.at > openedAt - KEPT_MS
  const [, key] = searchKey(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): it is said of the list that was refreshed, and of no other
  useEffect(() => setRefreshing((it) => (it.repeatedAt === null ? it : { ...it, repeatedAt: null })), [key])

  const refresh = async () => {
    if (!query) return
    const before = search.data
    setRefreshing({ ...idle, isBusy: true })
    try {
      const after = await search.mutate(answer(query, true), { revalidate: false })
      setRefreshing({ ...idle, repeatedAt: before && after && isSameSearch(before, after) ? after.at : null })
    } catch (error) {
      setRefreshing({ ...idle, error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  return {
    page: isKept ? search.data?.page : undefined,
    error: search.error ?? refreshing.error ?? undefined,
    isSearching: search.isValidating || refreshing.isBusy,
    willRetry: isRepeatedSoon(search.error),
    refresh,
    /** The last refresh returned the answer already shown: the server asks the airlines once a minute a search. */
    isRepeated: search.data?.at === refreshing.repeatedAt,
    ...useRetry(() => search.mutate()),
  }
}

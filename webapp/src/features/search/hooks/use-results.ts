'use client'
import { useSearchParams } from 'next/navigation'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Offer } from '@/lib/api/types'
import { readCriteria, type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import { readStored, store } from '@/lib/storage'
import { useNavigate } from '@/lib/use-navigate'
import { pageOf } from '../api/search-flights'
import { withEarly } from '../lib/arrivals'
import { namingOnly } from '../lib/bag-ways'
import { mergeOffers, sortOffers } from '../lib/offers'
import { type View, viewParams } from '../lib/view'
import { useAirlines } from './use-airlines'
import { useFlightSearch } from './use-flight-search'
import { useRepriced } from './use-repriced'
import { useSearchProgress } from './use-search-progress'

/** The offers on screen before Load More, of this one search. */
interface PreviousResults {
  search: string
  offers: Offer[]
}

const PREVIOUS = 'previousResults'
const LAST_SEARCH = 'lastSearchParams'

const identityOf = (criteria: SearchCriteria) => withQuery('', searchParams(criteria))

const nothing: readonly Offer[] = []

/** What was on screen before Load More. A link that somebody else opens begins with the first page, the cheapest. */
function usePaging(search: string) {
  const params = useSearchParams()
  const count = params.get('showMore') === 'true' ? Math.max(0, Number(params.get('previousCount')) || 0) : 0
  // Read again at every press: each stores more of them, and leaves the page as it is.
  const previous = useMemo(() => {
    const kept = count > 0 ? readStored<PreviousResults>('sessionStorage', PREVIOUS) : null
    return kept?.search === search ? kept.offers.slice(0, count) : nothing
  }, [count, search])
  const isMore = previous.length > 0
  return { isMore, previous, previousCount: isMore ? count : 0 }
}

/** The search that the address names. */
export function useCriteria() {
  const params = useSearchParams()
  return useMemo(() => readCriteria(params), [params])
}

/** The offers of the address: this page of them, and those that were on screen before it. */
export function useResults(criteria: SearchCriteria, view: View) {
  const identity = identityOf(criteria)
  const { isMore, previous, previousCount } = usePaging(identity)
  const { push } = useNavigate()
  const search = useFlightSearch({ criteria, ...pageOf(previousCount), sort: view.sort })

  // Many cards at once are work for many frames: meanwhile the page answers to its reader.
  const page = useDeferredValue(search.page)
  const isWaiting = !page && !search.error && previous.length === 0
  const { progress: latest, forget } = useSearchProgress(criteria, isWaiting)
  const progress = useDeferredValue(latest)
  const { airlines, forget: forgetAirlines } = useAirlines(identity, progress)
  const found = useMemo(() => {
    const early = progress?.offers ?? nothing
    if (!page) return mergeOffers(early, previous)
    // The fares that they name were the cheapest with a bag when they came: what has come since may cost less.
    const unnamed = namingOnly(early, () => false)
    return mergeOffers([...withEarly(unnamed, page.offers), ...previous], page.offers)
  }, [previous, page, progress])
  const repriced = useRepriced(found)
  const offers = useMemo(() => sortOffers(repriced, 'price-asc'), [repriced])

  useEffect(() => {
    store('localStorage', LAST_SEARCH, searchParams(criteria))
  }, [criteria])

  const address = { ...searchParams(criteria), ...viewParams(view) }
  const loadMore = () => {
    store('sessionStorage', PREVIOUS, { search: identity, offers } satisfies PreviousResults)
    // The new flights come below: the page stays where it is.
    push(withQuery(routes.search, { ...address, showMore: true, previousCount: offers.length }), { scroll: false })
  }
  const backToFirstPage = () => push(withQuery(routes.search, address))

  return {
    ...search,
    refresh: () => {
      forget()
      forgetAirlines()
      return search.refresh()
    },
    progress,
    airlines,
    page,
    offers,
    total: page?.total_count ?? offers.length,
    notice: page?.notice ?? null,
    isMore,
    loadMore,
    backToFirstPage,
  }
}

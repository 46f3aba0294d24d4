'use client'
import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Box, Container, Hidden, Stack, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { isComplete, type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/search/results'
import { useAllOffers } from '../hooks/use-all-offers'
import { useArrivals } from '../hooks/use-arrivals'
import { useFilterPanel } from '../hooks/use-filter-panel'
import { useNewCardFocus } from '../hooks/use-new-card-focus'
import { useOpenedOfferFocus } from '../hooks/use-opened-offer-focus'
import { useCriteria, useResults } from '../hooks/use-results'
import { useView } from '../hooks/use-view'
import type { Arrivals } from '../lib/arrivals'
import { activeGroups, type Filters, filterOffers, noFilters } from '../lib/filters'
import { moveFocus } from '../lib/move-focus'
import { beyondPage, sortOffers } from '../lib/offers'
import type { View } from '../lib/view'
import { NoMatches } from './no-matches'
import { Offers } from './offers'
import { Recap } from './recap'
import { FoundHead, SearchingHead } from './results-head'
import { SearchNews } from './search-news'
import { SearchingPill } from './searching'
import { LoadError, NoFlights, NoSearch, StaleNotice } from './states'
import { Toolbar } from './toolbar'

const FiltersPane = dynamic(() => import('./filters-pane').then((module) => module.FiltersPane), { ssr: false })

/** Cards that a page without offers has room for. */
const PLACES = 3

type Results = ReturnType<typeof useResults>

/** The results page. Another search is another page: filters and order start afresh. */
export function SearchResults() {
  const criteria = useCriteria()
  const identity = withQuery('', searchParams(criteria))
  return <ResultsOf key={identity} criteria={criteria} />
}

function ResultsOf({ criteria }: { criteria: SearchCriteria }) {
  const { view, show } = useView()
  const { sort, filters } = view
  const panel = useFilterPanel()
  const isFiltering = panel.isOpen
  const results = useResults(criteria, view)
  const { offers, page, error } = results
  const groups = activeGroups(filters).length
  const all = useAllOffers(criteria, page, offers, isFiltering || groups > 0)
  const inReach = groups > 0 ? all : offers
  const wanted = useMemo(() => sortOffers(filterOffers(inReach, filters), sort), [inReach, filters, sort])
  const far = useMemo(() => beyondPage(sortOffers(inReach, sort), page), [inReach, sort, page])
  const arrivals = useArrivals(wanted, far, view, {
    isGrowing: results.progress !== null && !results.isMore,
    isSettled: page !== undefined,
  })
  const hasOffers = offers.length > 0
  const hasList = hasOffers || (!page && !error)
  const unloaded = Math.max(0, results.total - all.length)
  const clear = (next: Filters) => {
    show({ ...view, filters: next })
    panel.focusButton()
  }
  if (!isComplete(criteria)) return <NoSearch />
  return (
    <>
      <Recap
        criteria={criteria}
        offers={offers}
        isSettled={Boolean(page ?? error)}
        isSearching={results.isSearching}
        onRefresh={results.refresh}
      />
      <Container>
        {hasList && (
          <Toolbar
            offers={offers}
            matching={groups > 0 ? wanted : offers}
            isComplete={page !== undefined && results.total <= offers.length}
            sort={sort}
            onSort={(order) => show({ ...view, sort: order })}
            filtersButton={panel.button}
            isOpen={isFiltering}
            activeGroups={groups}
            onToggle={panel.toggle}
            onClear={() => clear(noFilters)}
          />
        )}
        <Box
          display="grid"
          gridTemplateColumns={
            isFiltering && hasOffers ? { base: 'minmax(0, 1fr)', md: '19rem minmax(0, 1fr)' } : 'minmax(0, 1fr)'
          }
          gap="6"
          alignItems="start"
          pt={hasList ? '0' : '6'}
        >
          {isFiltering && hasOffers && (
            <FiltersPane
              offers={all}
              unloaded={unloaded}
              filters={filters}
              onChange={(next, isPassing) => show({ ...view, filters: next }, isPassing)}
              onClose={panel.close}
            />
          )}
          <Main
            criteria={criteria}
            results={results}
            arrivals={arrivals}
            inReach={inReach}
            unloaded={unloaded}
            view={view}
            onClear={clear}
          />
        </Box>
      </Container>
      <SearchNews results={results} />
      <SearchingPill isSearching={results.isSearching} waiting={arrivals.waiting} onShow={arrivals.showAll} />
    </>
  )
}

interface MainProps {
  criteria: SearchCriteria
  results: Results
  arrivals: ReturnType<typeof useArrivals>
  /** Offers that could be shown, were it not for the filters. */
  inReach: readonly Offer[]
  unloaded: number
  view: View
  onClear: (filters: Filters) => void
}

/** The list in whichever of its states: error, loading, empty, filtered empty, offers. */
function Main({ criteria, results, arrivals, inReach, unloaded, view, onClear }: MainProps) {
  const { offers, error, page, progress } = results
  const formHref = withQuery(routes.home, searchParams(criteria))
  const awaitNewCard = useNewCardFocus(arrivals.list, arrivals.shown)
  useOpenedOfferFocus(arrivals.list, arrivals.shown)
  const loadMore = () => {
    awaitNewCard()
    results.loadMore()
  }
  const backToFirstPage = () => {
    results.backToFirstPage()
    moveFocus(arrivals.list.current)
  }
  if (offers.length === 0 && error) {
    return (
      <LoadError
        error={error}
        willRetry={results.willRetry}
        isTrying={results.isTrying}
        onRetry={results.retry}
        modifyHref={formHref}
      />
    )
  }
  if (offers.length === 0 && page) {
    return <NoFlights notice={results.notice?.message ?? null} newSearchHref={formHref} />
  }
  const isComing = !page && !error
  return (
    <Stack gap="3">
      {error && <StaleNotice error={error} />}
      <ResultsHead results={results} matching={activeGroups(view.filters).length > 0 ? arrivals.count : null} />
      {offers.length > 0 && arrivals.isEmpty ? (
        <NoMatches offers={inReach} unloaded={unloaded} filters={view.filters} onChange={onClear} onMore={loadMore} />
      ) : (
        <Offers
          criteria={criteria}
          view={view}
          arrivals={arrivals}
          places={isComing ? PLACES : 0}
          distinction={
            view.sort === 'price-asc'
              ? distinctionOf(
                  arrivals,
                  (progress !== null && !page) || (activeGroups(view.filters).length > 0 && unloaded > 0),
                )
              : undefined
          }
        />
      )}
      {!arrivals.isEmpty && (page || results.isMore) && (
        <Pager results={results} shown={arrivals.shown.length} onMore={loadMore} onFirstPage={backToFirstPage} />
      )}
    </Stack>
  )
}

/** The cheapest card's word, as true as it can be before all airlines have answered and all flights are here. */
const distinctionOf = ({ waiting }: Arrivals, isEarly: boolean) =>
  isEarly || waiting.length > 0 ? words.lowestShown : words.lowestPrice

/** What the search is doing, and then what it has found. */
function ResultsHead({ results, matching }: { results: Results; matching: number | null }) {
  const { offers, page, progress, isSearching, error, total } = results
  if (error) return null
  if (!page) return <SearchingHead shows={offers.length > 0 ? 'provisional' : 'none'} progress={progress} />
  if (isSearching && !progress) return <SearchingHead shows="earlier" />
  return <FoundHead total={total} matching={matching} progress={progress} />
}

interface PagerProps {
  results: Results
  shown: number
  onMore: () => void
  onFirstPage: () => void
}

function Pager({ results, shown, onMore, onFirstPage }: PagerProps) {
  const { offers, total, isMore, isSearching } = results
  return (
    <Stack justifyItems="center" gap="3" pt="4">
      {offers.length < total && (
        <BusyButton variant="outline" size="lg" isBusy={isSearching} onClick={onMore}>
          {words.loadMore}
        </BusyButton>
      )}
      {isMore && (
        <Button variant="ghost" onClick={onFirstPage}>
          {words.firstPage}
        </Button>
      )}
      <Text textStyle="sm" color="fg.muted">
        <span role="status">{words.showing({ shown, total, hidden: (text) => <Hidden>{text}</Hidden> })}</span>
      </Text>
    </Stack>
  )
}

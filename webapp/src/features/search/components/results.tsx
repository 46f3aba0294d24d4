'use client'
import dynamic from 'next/dynamic'
import { type RefObject, useMemo } from 'react'
import { Box, Container, Stack } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { isComplete, type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/search/results'
import { useAllOffers } from '../hooks/use-all-offers'
import { useArrivals } from '../hooks/use-arrivals'
import { useBags } from '../hooks/use-bags'
import { useCompare } from '../hooks/use-compare'
import { useFilterPanel } from '../hooks/use-filter-panel'
import { useNewCardFocus } from '../hooks/use-new-card-focus'
import { useOpenedOfferFocus } from '../hooks/use-opened-offer-focus'
import { useReading } from '../hooks/use-reading'
import { useCriteria, useResults } from '../hooks/use-results'
import { useResultsTop } from '../hooks/use-results-top'
import { useStandingView } from '../hooks/use-standing-view'
import { useView } from '../hooks/use-view'
import type { Arrivals } from '../lib/arrivals'
import { activeGroups, type Filters, filterOffers, noFilters } from '../lib/filters'
import { moveFocus } from '../lib/move-focus'
import { beyondPage, type HourWorth, hourWorth, sortOffers } from '../lib/offers'
import { carriedFrom, type View } from '../lib/view'
import { ComparePanel } from './compare-panel'
import { Offers } from './offers'
import { Pager } from './pager'
import { Recap } from './recap'
import { FoundHead, SearchingHead } from './results-head'
import { SearchNews } from './search-news'
import { SearchingPill } from './searching'
import { LoadError, NoSearch, StaleNotice } from './states'
import { Toolbar } from './toolbar'

const BagPricer = dynamic(() => import('./bag-pricer').then((module) => module.BagPricer), { ssr: false })
const FiltersPane = dynamic(() => import('./filters-pane').then((module) => module.FiltersPane), { ssr: false })
const NoFlights = dynamic(() => import('./no-offers').then((module) => module.NoFlights), { ssr: false })
const NoMatches = dynamic(() => import('./no-matches').then((module) => module.NoMatches), { ssr: false })

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
  const { top, bringBack } = useResultsTop()
  const panel = useFilterPanel(bringBack)
  const isFiltering = panel.isOpen
  const results = useResults(criteria, view)
  const { offers, page, error } = results
  const groups = activeGroups(filters).length
  const { all, isComing: areOthersComing } = useAllOffers(criteria, page, offers, isFiltering || groups > 0)
  const inReach = groups > 0 ? all : offers
  const growth = { isGrowing: results.progress !== null && !results.isMore, isSettled: page !== undefined }
  const reading = useReading()
  const { standing, isHeld, order } = useStandingView(view, reading, growth)
  const hour = useMemo(() => hourWorth(page), [page])
  const typical = page?.typical_emissions_kg ?? null
  const bags = useBags(withQuery('', searchParams(criteria)), standing, inReach)
  const wanted = useMemo(
    () => sortOffers(filterOffers(inReach, filters, typical), standing.sort, hour, bags.sums),
    [inReach, filters, typical, standing, hour, bags.sums],
  )
  const far = useMemo(() => beyondPage(sortOffers(inReach, standing.sort, hour), page), [inReach, standing, hour, page])
  const arrivals = useArrivals(reading, wanted, far, bags.view, growth)
  const compare = useCompare()
  const hasOffers = offers.length > 0
  const hasList = hasOffers || (!page && !error)
  const unloaded = Math.max(0, results.total - all.length)
  const look = (next: View, isPassing?: boolean) => {
    bags.placeAgain()
    show(next, isPassing)
  }
  const filter = (next: Filters, isPassing?: boolean) => {
    look({ ...view, filters: next }, isPassing)
    bringBack()
  }
  const clear = (next: Filters) => {
    filter(next)
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
        onRefresh={() => {
          bags.forget()
          return results.refresh()
        }}
      />
      <Container>
        {hasList && (
          <Toolbar
            offers={offers}
            matching={groups > 0 ? wanted : offers}
            isComplete={page !== undefined && results.total <= offers.length}
            sort={sort}
            hour={standing === view ? hour : null}
            onSort={(order) => look({ ...view, sort: order })}
            withBag={view.withBag}
            onBag={() => look({ ...view, withBag: !view.withBag })}
            isSortedWithBag={bags.sums !== null}
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
              typical={typical}
              unloaded={unloaded}
              filters={filters}
              onChange={filter}
              onClose={panel.close}
            />
          )}
          <Box ref={top} tabIndex={-1} scrollMarginTop="5rem" outline="none">
            <Main
              criteria={criteria}
              results={results}
              arrivals={arrivals}
              inReach={inReach}
              typical={typical}
              unloaded={unloaded}
              hasMore={groups > 0 ? unloaded > 0 && !areOthersComing : offers.length < results.total}
              view={view}
              hour={standing.sort === 'best' ? hour : null}
              bags={bags}
              compare={compare}
              onClear={clear}
              top={top}
            />
          </Box>
        </Box>
      </Container>
      <SearchNews results={results} order={standing.sort} />
      {view.withBag && page && !results.isSearching && (
        <BagPricer prices={bags} reading={reading} listed={all} shown={arrivals.shown} />
      )}
      <SearchingPill
        isSearching={results.isSearching}
        waiting={arrivals.waiting}
        onShow={arrivals.showAll}
        order={isHeld ? { words: words.sortByBest, onOrder: order } : bags.heldOrder(reading)}
      />
      <ComparePanel
        compare={compare}
        top={top}
        listed={all}
        typical={typical}
        href={(id) => withQuery(routes.flight(id), carriedFrom(criteria, view))}
      />
    </>
  )
}

interface MainProps {
  criteria: SearchCriteria
  results: Results
  arrivals: ReturnType<typeof useArrivals>
  /** Offers that could be shown, were it not for the filters. */
  inReach: readonly Offer[]
  /** What a journey of the search typically emits; null where that is not known. */
  typical: number | null
  unloaded: number
  /** There are flights that Load More would add to the list. */
  hasMore: boolean
  view: View
  /** What an hour counts, where the list stands in the order "best". */
  hour: HourWorth | null
  bags: ReturnType<typeof useBags>
  compare: ReturnType<typeof useCompare>
  onClear: (filters: Filters) => void
  /** Stays while the list below it comes and goes. */
  top: RefObject<HTMLElement | null>
}

/** The list in whichever of its states: error, loading, empty, filtered empty, offers. */
function Main(props: MainProps) {
  const { criteria, results, arrivals, inReach, typical, unloaded, hasMore, view, hour } = props
  const { bags, compare, onClear, top } = props
  const { offers, error, page, progress } = results
  const formHref = withQuery(routes.home, searchParams(criteria))
  const newCard = useNewCardFocus(arrivals.list, arrivals.shown)
  useOpenedOfferFocus(arrivals.list, arrivals.shown)
  const isFiltered = activeGroups(view.filters).length > 0
  const loadMore = () => {
    newCard.await()
    results.loadMore()
  }
  const backToFirstPage = () => {
    newCard.forget()
    results.backToFirstPage()
    moveFocus(top.current)
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
    return <NoFlights code={results.notice?.code} newSearchHref={formHref} />
  }
  const isComing = !page && !error
  const matching = activeGroups(arrivals.view.filters).length > 0 ? arrivals.count : null
  return (
    <Stack gap="3">
      {error && <StaleNotice error={error} />}
      <ResultsHead results={results} matching={matching} />
      {offers.length > 0 && arrivals.isEmpty ? (
        <NoMatches
          offers={inReach}
          unloaded={unloaded}
          typical={typical}
          filters={view.filters}
          onChange={onClear}
          onMore={loadMore}
        />
      ) : (
        <Offers
          criteria={criteria}
          view={view}
          arrivals={arrivals}
          places={isComing ? PLACES : 0}
          page={page}
          typical={typical}
          hour={hour}
          bags={view.withBag ? bags.bags : null}
          compared={compare.chosen}
          onCompare={compare.toggle}
          distinction={
            view.sort === 'price-asc' && !bags.sums
              ? distinctionOf(arrivals, (progress !== null && !page) || isFiltered)
              : undefined
          }
        />
      )}
      {!arrivals.isEmpty && (page || results.isMore) && (
        <Pager
          shown={arrivals.shown}
          total={results.total}
          matching={matching}
          hasMore={hasMore}
          isMore={results.isMore}
          isSearching={results.isSearching}
          onMore={loadMore}
          onFirstPage={backToFirstPage}
        />
      )}
    </Stack>
  )
}

/** The first card's word. `isPart`: cheaper flights may still come, or are filtered away. */
const distinctionOf = ({ waiting }: Arrivals, isPart: boolean) =>
  isPart || waiting.length > 0 ? words.lowestShown : words.lowestPrice

/** What the search is doing, and then what it has found. */
function ResultsHead({ results, matching }: { results: Results; matching: number | null }) {
  const { offers, page, progress, isSearching, error, total } = results
  if (error) return null
  if (!page) return <SearchingHead shows={offers.length > 0 ? 'provisional' : 'none'} progress={progress} />
  if (isSearching && !progress) return <SearchingHead shows="earlier" />
  return <FoundHead total={total} matching={matching} progress={progress} />
}

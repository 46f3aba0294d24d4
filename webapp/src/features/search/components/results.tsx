'use client'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Box, Container, Hidden, Stack, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { carriedParams, isComplete, type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import { useCriteria, useResults } from '../hooks/use-results'
import { useSearchProgress } from '../hooks/use-search-progress'
import { useView } from '../hooks/use-view'
import { activeGroups, filterOffers, noFilters } from '../lib/filters'
import { type SortOrder, sortOffers } from '../lib/offers'
import { OfferCard } from './offer-card'
import { OfferList } from './offer-list'
import { OfferSkeleton } from './offer-skeleton'
import { Recap } from './recap'
import { SearchingBanner, SearchingPill } from './searching'
import { LoadError, NoFlights, NoMatches, NoSearch, StaleNotice } from './states'
import { Toolbar } from './toolbar'

const FiltersPane = dynamic(() => import('./filters-pane').then((module) => module.FiltersPane), { ssr: false })

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
  const [isFiltering, setFiltering] = useState(false)
  const results = useResults(criteria, view)
  const { offers } = results
  const shown = useMemo(() => sortOffers(filterOffers(offers, filters), sort), [offers, filters, sort])
  const hasOffers = offers.length > 0
  const unloaded = Math.max(0, results.total - offers.length)
  const reset = () => show({ ...view, filters: noFilters })
  if (!isComplete(criteria)) {
    return (
      <Container pt="6">
        <NoSearch />
      </Container>
    )
  }
  return (
    <>
      <Recap criteria={criteria} isSearching={results.isSearching} onRefresh={results.refresh} />
      <Container>
        {hasOffers && (
          <Toolbar
            offers={offers}
            isComplete={unloaded === 0}
            sort={sort}
            onSort={(order) => show({ ...view, sort: order })}
            isOpen={isFiltering}
            activeGroups={activeGroups(filters)}
            onToggle={() => setFiltering(!isFiltering)}
            onClear={reset}
          />
        )}
        <Box
          display="grid"
          gridTemplateColumns={
            isFiltering && hasOffers ? { base: 'minmax(0, 1fr)', md: '18rem minmax(0, 1fr)' } : 'minmax(0, 1fr)'
          }
          gap="6"
          alignItems="start"
          pt={hasOffers ? '0' : '6'}
        >
          {isFiltering && hasOffers && (
            <FiltersPane
              offers={offers}
              unloaded={unloaded}
              filters={filters}
              onChange={(next, isPassing) => show({ ...view, filters: next }, isPassing)}
              onClose={() => setFiltering(false)}
            />
          )}
          <Main
            criteria={criteria}
            results={results}
            shown={shown}
            unloaded={unloaded}
            groups={activeGroups(filters)}
            sort={sort}
            onReset={reset}
          />
        </Box>
      </Container>
      {results.isSearching && <SearchingPill />}
    </>
  )
}

interface MainProps {
  criteria: SearchCriteria
  results: Results
  shown: readonly Offer[]
  unloaded: number
  groups: number
  sort: SortOrder
  onReset: () => void
}

/** The list in whichever of its states: error, loading, empty, filtered empty, offers. */
function Main({ criteria, results, shown, unloaded, groups, sort, onReset }: MainProps) {
  const { offers, error, isSearching, page } = results
  const formHref = withQuery(routes.home, searchParams(criteria))
  if (offers.length === 0) {
    if (error) {
      return (
        <LoadError
          error={error}
          willRetry={results.willRetry}
          isSearching={isSearching}
          onRetry={results.retry}
          modifyHref={formHref}
        />
      )
    }
    if (!page) return <Loading criteria={criteria} />
    return <NoFlights notice={results.notice?.message ?? null} newSearchHref={formHref} />
  }
  return (
    <Stack gap="3">
      {error && <StaleNotice error={error} />}
      {isSearching && <SearchingBanner shows="earlier" />}
      {shown.length === 0 ? (
        <NoMatches
          found={offers.length}
          unloaded={unloaded}
          groups={groups}
          onReset={onReset}
          onMore={results.loadMore}
        />
      ) : (
        <Offers criteria={criteria} offers={shown} isFirstCheapest={sort === 'price-asc'} />
      )}
      <Pager results={results} shown={shown.length} />
    </Stack>
  )
}

/** The first offers that came, in the places of those that will. */
function Loading({ criteria }: { criteria: SearchCriteria }) {
  const progress = useSearchProgress(criteria)
  const provisional = progress?.offers ?? []
  const missing = ['first', 'second', 'third'].slice(provisional.length)
  return (
    <Stack gap="3">
      <SearchingBanner shows={provisional.length > 0 ? 'provisional' : 'none'} progress={progress} />
      {provisional.length > 0 && <Offers criteria={criteria} offers={provisional} isFirstCheapest={false} />}
      {missing.length > 0 && (
        <OfferList aria-busy="true">
          {missing.map((place) => (
            <OfferSkeleton key={place} hasReturn={criteria.tripType === 'round-trip'} />
          ))}
        </OfferList>
      )}
    </Stack>
  )
}

interface OffersProps {
  criteria: SearchCriteria
  offers: readonly Offer[]
  isFirstCheapest: boolean
}

function Offers({ criteria, offers, isFirstCheapest }: OffersProps) {
  const carried = useMemo(() => carriedParams(criteria), [criteria])
  return (
    <OfferList>
      {offers.map((offer, index) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          href={withQuery(routes.flight(offer.id), carried)}
          distinction={index === 0 && isFirstCheapest ? 'Lowest price' : undefined}
        />
      ))}
    </OfferList>
  )
}

function Pager({ results, shown }: { results: Results; shown: number }) {
  const { offers, total, isMore, isSearching, loadMore, backToFirstPage } = results
  return (
    <Stack justifyItems="center" gap="3" pt="4">
      {offers.length < total && (
        <Button variant="outline" size="lg" disabled={isSearching} onClick={loadMore}>
          Load More Flights
        </Button>
      )}
      {isMore && (
        <Button variant="ghost" onClick={backToFirstPage}>
          Back to First Page
        </Button>
      )}
      <Text textStyle="sm" color="fg.muted">
        <span role="status">
          Showing {shown} of {total}
          <Hidden> flights</Hidden>
        </span>
        . Prices are totals for all passengers.
      </Text>
    </Stack>
  )
}

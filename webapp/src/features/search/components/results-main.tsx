'use client'
import { type ReactNode, type Ref, type RefObject, useMemo } from 'react'
import { Stack } from '@/components/ui/layout'
import { NotLoaded } from '@/components/ui/not-loaded'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { Offer } from '@/lib/api/types'
import { type SearchCriteria, searchParams } from '@/lib/criteria'
import type { LateFailure } from '@/lib/late-part'
import { routes, withQuery } from '@/lib/routes'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/search/results'
import type { useArrivals } from '../hooks/use-arrivals'
import type { useBags } from '../hooks/use-bags'
import type { useCompare } from '../hooks/use-compare'
import { useNewCardFocus } from '../hooks/use-new-card-focus'
import type { useResults } from '../hooks/use-results'
import { type Departure, groupByDeparture } from '../lib/departures'
import { activeGroups, type Filters } from '../lib/filters'
import { moveFocus } from '../lib/move-focus'
import type { HourWorth } from '../lib/offers'
import type { Distinction } from '../lib/titles'
import type { View } from '../lib/view'
import type * as Answer from './answer'
import { Outlines, PLACES } from './outlines'
import { found, Head, searching } from './results-head'

type Results = ReturnType<typeof useResults>

interface Props {
  /** What draws an answer; null while it is on its way. */
  answer: typeof Answer | null
  /** It could not be fetched. */
  failure: LateFailure | null
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
  /** Shows prices of other dates or puts them away, where there are any. */
  onDates?: () => void
  datesButton: Ref<HTMLButtonElement>
  /** Watches the price of the search, on phones. */
  watch?: ReactNode
}

/** The list in whichever of its states: error, loading, empty, filtered empty, offers. */
export function ResultsMain(props: Props) {
  const { answer, failure, criteria, results, arrivals, inReach, typical, unloaded, hasMore, view, hour } = props
  const { bags, compare, onClear, top, onDates, datesButton, watch } = props
  const { offers, error, page, progress } = results
  const formHref = withQuery(routes.home, searchParams(criteria))
  const newCard = useNewCardFocus(arrivals.list, arrivals.shown)
  const departures = useMemo(() => groupByDeparture(arrivals.shown), [arrivals.shown])
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
  if (answer && offers.length === 0 && error) {
    return (
      <answer.LoadError
        error={error}
        willRetry={results.willRetry}
        isTrying={results.isTrying}
        onRetry={results.retry}
        modifyHref={formHref}
      />
    )
  }
  if (offers.length === 0 && page && !failure) {
    if (!answer) return <Outlines count={PLACES} hasReturn={criteria.tripType === 'round-trip'} />
    return (
      <answer.NoFlights
        code={results.notice?.code}
        newSearchHref={formHref}
        withDates={view.withDates}
        onDates={onDates}
        datesButton={datesButton}
      />
    )
  }
  if (failure) return <ListNotLoaded failure={failure} results={results} />
  const isComing = !answer || (!page && !error)
  const drawn = answer ? departures.length : 0
  const matching = activeGroups(arrivals.view.filters).length > 0 ? arrivals.count : null
  return (
    <Stack gap="3">
      {answer && error && <answer.StaleNotice error={error} />}
      <ResultsHead results={results} matching={matching} watch={watch} />
      {answer && offers.length > 0 && arrivals.isEmpty ? (
        <answer.NoMatches
          offers={inReach}
          unloaded={unloaded}
          typical={typical}
          filters={view.filters}
          onChange={onClear}
          onMore={loadMore}
        />
      ) : (
        <>
          {answer && (
            <answer.Offers
              criteria={criteria}
              view={view}
              arrivals={arrivals}
              departures={departures}
              page={page}
              typical={typical}
              hour={hour}
              bags={view.withBag ? bags.bags : null}
              ways={bags.ways}
              compared={compare.chosen}
              onCompare={compare.toggle}
              distinction={
                view.sort === 'price-asc'
                  ? distinctionOf(props, departures, (progress !== null && !page) || isFiltered)
                  : undefined
              }
            />
          )}
          {isComing && (
            // Drawn anew below each card that comes in place of an outline: moved, it would count as a shift of the page.
            <Outlines key={drawn} count={PLACES - drawn} hasReturn={criteria.tripType === 'round-trip'} />
          )}
        </>
      )}
      {answer && !arrivals.isEmpty && (page || results.isMore) && (
        <answer.Pager
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

/**
 * What draws an answer could not be fetched. That a search has found nothing is said all the same. Where the connection
 * is lost the search itself fails too: its reason is said, and both are asked for again.
 */
function ListNotLoaded({ failure, results }: { failure: LateFailure; results: Results }) {
  const { error, page, offers } = results
  const isEmpty = page && !error && offers.length === 0
  const retry = () => {
    failure.retry()
    if (error) results.retry()
  }
  return (
    <NotLoaded isTrying={failure.isTrying || results.isTrying} retry={retry}>
      {isEmpty ? (
        <>
          {words.foundStatus({ flights: 0 })}
          <br />
          {failureWords.partNotLoaded}
        </>
      ) : (
        `${words.listNotLoaded} ${reasonOf(error, TRY_LATER)}`
      )}
    </NotLoaded>
  )
}

/** What the first card is. `isPart`: cheaper flights may still come, or are filtered away. */
function distinctionOf(
  { arrivals, bags }: Props,
  [departure]: readonly Departure[],
  isPart: boolean,
): Distinction | undefined {
  const isLowest = !isPart && arrivals.waiting.length === 0
  if (!bags.sums) return isLowest ? 'lowestPrice' : 'lowestShown'
  const sum = departure && bags.sums.get(departure.first.id)
  return isLowest && !bags.heldSums && sum && sum.own === sum.least ? 'lowestWithBag' : undefined
}

interface HeadProps extends Pick<Props, 'results' | 'watch'> {
  /** How many flights pass the filters; null without filters. */
  matching: number | null
}

/** What the search is doing, and then what it has found; after an error, how many flights are there. */
function ResultsHead({ results, matching, watch }: HeadProps) {
  const { offers, page, progress, airlines, isSearching, error, total, isRepeated } = results
  const lines = () => {
    // The notice above has said how old they are.
    if (error && offers.length > 0) return found({ total, matching, airlines: null })
    if (!page) return searching({ shows: offers.length > 0 ? 'provisional' : 'none', progress })
    if (isSearching && !progress) return searching({ shows: 'earlier' })
    return found({ total, matching, airlines, isRepeated })
  }
  return <Head {...lines()} watch={watch} />
}

'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, useMemo, useRef } from 'react'
import { Box, Container } from '@/components/ui/layout'
import type { Price } from '@/lib/api/types'
import { isComplete, type SearchCriteria, searchParams } from '@/lib/criteria'
import { latePart, useLatePart } from '@/lib/late-part'
import { orNothing } from '@/lib/or-nothing'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/search/results'
import { useAllOffers } from '../hooks/use-all-offers'
import { useArrivals } from '../hooks/use-arrivals'
import { useBags, useHeldOrder } from '../hooks/use-bags'
import { useCompare } from '../hooks/use-compare'
import { useFilterPanel } from '../hooks/use-filter-panel'
import { useLowest } from '../hooks/use-lowest'
import { useReading } from '../hooks/use-reading'
import { useCriteria, useResults } from '../hooks/use-results'
import { useResultsTop } from '../hooks/use-results-top'
import { useStandingView } from '../hooks/use-standing-view'
import { useView } from '../hooks/use-view'
import { comparableAmong } from '../lib/comparable'
import { activeGroups, type Filters, filterOffers, noFilters } from '../lib/filters'
import { moveFocus } from '../lib/move-focus'
import { beyondPage, hourWorth, sortOffers } from '../lib/offers'
import { carriedFrom, type View } from '../lib/view'
import { NoSearch } from './no-search'
import { Recap } from './recap'
import { ResultsMain } from './results-main'
import { SearchNews } from './search-news'
import { Toolbar } from './toolbar'

const answerPart = latePart(() => import('./answer'))
/** Where it can't be fetched no card knows the price of a bag. */
const BagPricer = dynamic(() => orNothing(import('./bag-pricer').then((module) => module.BagPricer)), { ssr: false })

/** What another feature shows of a search over its list. */
interface DatesProps {
  criteria: SearchCriteria
  isOpen: boolean
  onClose: () => void
  /** Goes to the list. */
  onFlights: () => void
  /** All airlines have answered. */
  isSettled: boolean
  /** The lowest price found; null until that is known. */
  found: Price | null
}

/** What is watched of a search. */
interface WatchProps {
  criteria: SearchCriteria
  /** The lowest price found; null until that is known. */
  lowest?: Price | null
}

export interface ResultsProps {
  /** Prices of other dates, which stand over the list while they are open. */
  Dates?: ComponentType<DatesProps>
  /** A button that watches the price of the search. */
  Watch?: ComponentType<WatchProps>
  /** The same in words, for phones and wide screens. */
  WatchLink?: ComponentType<WatchProps>
}

/** The results page. Another search is another page: filters and order start afresh. */
export function SearchResults(props: ResultsProps) {
  const criteria = useCriteria()
  const identity = withQuery('', searchParams(criteria))
  if (!isComplete(criteria)) return <NoSearch />
  return <ResultsOf key={identity} criteria={criteria} {...props} />
}

function ResultsOf({ criteria, Dates, Watch, WatchLink }: ResultsProps & { criteria: SearchCriteria }) {
  const { here: answer, failure } = useLatePart(answerPart)
  const { view, show } = useView()
  const { sort, filters } = view
  const { top, bringBack } = useResultsTop()
  const panel = useFilterPanel(bringBack)
  const isFiltering = panel.isOpen
  const results = useResults(criteria, view)
  const lowest = useLowest(results, sort)
  const { offers, page, error } = results
  const groups = activeGroups(filters).length
  const others = useAllOffers(criteria, page, offers, { isWanted: isFiltering || groups > 0, isFiltered: groups > 0 })
  const { all, unloaded } = others
  const inReach = groups > 0 ? all : offers
  const growth = { isGrowing: results.progress !== null && !results.isMore, isSettled: page !== undefined }
  const reading = useReading()
  const { standing, isHeld, order } = useStandingView(view, reading, growth)
  const hour = useMemo(() => hourWorth(page), [page])
  const typical = page?.typical_emissions_kg ?? null
  const comparable = useMemo(() => comparableAmong(all, filters, typical), [all, filters, typical])
  const bags = useBags(withQuery('', searchParams(criteria)), standing, all, comparable)
  const wanted = useMemo(
    () => sortOffers(filterOffers(inReach, filters, typical), standing.sort, hour, bags.sums),
    [inReach, filters, typical, standing, hour, bags.sums],
  )
  const far = useMemo(() => beyondPage(sortOffers(inReach, standing.sort, hour), page), [inReach, standing, hour, page])
  const arrivals = useArrivals(reading, wanted, far, bags.view, growth)
  const heldByBag = useHeldOrder(bags, reading, wanted, arrivals.shown)
  const compare = useCompare()
  const datesButton = useRef<HTMLButtonElement>(null)
  const hasOffers = offers.length > 0
  const pane = isFiltering && hasOffers ? answer : null
  const hasList = !failure && (hasOffers || (!page && !(answer && error)))
  const isMoreUnloaded = groups > 0 ? unloaded > 0 : results.total > offers.length
  const part = isMoreUnloaded ? inReach.length - far.size : null
  const look = (next: View, isPassing?: boolean) => {
    bags.placeAgain()
    show(next, isPassing)
  }
  const turnDates = () => show({ ...view, withDates: !view.withDates })
  const closeDates = () => {
    show({ ...view, withDates: false })
    moveFocus(datesButton.current ?? top.current)
  }
  const filter = (next: Filters, isPassing?: boolean) => {
    look({ ...view, filters: next }, isPassing)
    bringBack()
  }
  const clear = (next: Filters) => {
    filter(next)
    panel.focusButton()
  }
  return (
    <>
      <Recap
        criteria={criteria}
        offers={offers}
        isSettled={Boolean(page ?? error)}
        isSearching={results.isSearching}
        onRefresh={() => {
          bags.forget()
          lowest.forget()
          return results.refresh()
        }}
      />
      {answer && results.isRepeated && <answer.RefreshNote list={top} />}
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
            isMoreKnown={heldByBag !== undefined}
            part={part}
            withDates={view.withDates}
            onDates={turnDates}
            datesButton={datesButton}
            watch={Watch && <Watch criteria={criteria} lowest={lowest.found} />}
            filtersButton={panel.button}
            isOpen={isFiltering}
            activeGroups={groups}
            onToggle={panel.toggle}
            onClear={() => clear(noFilters)}
          />
        )}
        {Dates && (hasList || page || view.withDates) && (
          <Dates
            criteria={criteria}
            isOpen={view.withDates}
            onClose={closeDates}
            onFlights={() => {
              top.current?.focus({ preventScroll: true })
              top.current?.scrollIntoView({ behavior: 'instant', block: 'start' })
            }}
            isSettled={page !== undefined && !results.isSearching}
            found={lowest.found}
          />
        )}
        <Box
          display="grid"
          gridTemplateColumns={pane ? { base: 'minmax(0, 1fr)', md: '19rem minmax(0, 1fr)' } : 'minmax(0, 1fr)'}
          gap="6"
          alignItems="start"
          pt={hasList ? '0' : '6'}
        >
          {pane && (
            <pane.Filters
              offers={all}
              typical={typical}
              unloaded={unloaded}
              filters={filters}
              matching={groups > 0 ? wanted.length : results.total}
              onChange={filter}
              onClose={panel.close}
            />
          )}
          <Box ref={top} tabIndex={-1} position="relative" scrollMarginTop="5rem" outline="none">
            <ResultsMain
              answer={answer}
              failure={failure}
              criteria={criteria}
              results={results}
              arrivals={arrivals}
              inReach={inReach}
              typical={typical}
              unloaded={unloaded}
              hasMore={isMoreUnloaded && !(groups > 0 && others.isComing)}
              view={view}
              hour={standing.sort === 'best' ? hour : null}
              bags={bags}
              compare={compare}
              onClear={clear}
              top={top}
              onDates={Dates && turnDates}
              datesButton={datesButton}
              watch={WatchLink && <WatchLink criteria={criteria} lowest={lowest.found} />}
            />
            {answer && (
              <answer.SearchingPill
                isSearching={results.isSearching}
                waiting={arrivals.waiting}
                onShow={arrivals.showAll}
                order={isHeld ? { words: words.sortByBest, onOrder: order } : heldByBag}
              />
            )}
          </Box>
        </Box>
      </Container>
      {!failure && <SearchNews results={results} order={standing.sort} />}
      {answer && view.withBag && page && !results.isSearching && (
        <BagPricer
          prices={bags}
          reading={reading}
          listed={all}
          comparable={comparable}
          shown={arrivals.shown}
          isPart={part !== null}
        />
      )}
      {answer && (
        <answer.ComparePanel
          compare={compare}
          top={top}
          listed={all}
          comparable={comparable}
          known={bags.bags.known}
          typical={typical}
          href={(id) => withQuery(routes.flight(id), carriedFrom(criteria, view))}
        />
      )}
    </>
  )
}

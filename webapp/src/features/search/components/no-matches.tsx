'use client'
import { Button } from '@/components/ui/button'
import { Void } from '@/components/ui/void'
import type { Offer } from '@/lib/api/types'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/search/filters'
import * as noMatchWords from '@/messages/search/no-matches'
import * as pagerWords from '@/messages/search/pager'
import { activeGroups, type FilterGroup, type Filters, noFilters, releases } from '../lib/filters'

/** As the panel calls them. */
const names: Record<FilterGroup, string> = {
  priceRange: words.price,
  stops: words.stops,
  airlines: words.airlines,
  departureTime: noMatchWords.departureTime,
  arrivalTime: noMatchWords.arrivalTime,
  duration: words.duration,
  refundable: words.refundable,
  baggageIncluded: words.baggage,
  lessEmissions: words.lessEmissions,
}

interface Props {
  /** What there is without filters. */
  offers: readonly Offer[]
  /** Flights of the search that are not here yet. */
  unloaded: number
  /** What a journey of the search typically emits, as far as that is known. */
  typical: number | null
  filters: Filters
  onChange: (filters: Filters) => void
  onMore: () => void
}

/** Every flight is filtered away: by what, and which of it to give up. */
export function NoMatches({ offers, unloaded, typical, filters, onChange, onMore }: Props) {
  const groups = activeGroups(filters)
  const found = releases(offers, filters, typical)
  const isOne = groups.length === 1
  const none = unloaded > 0 ? noMatchWords.noneLoadedMatch : noMatchWords.noneMatch
  const list = groups.map((group) => names[group]).join(lists.separator)
  return (
    <Void
      drawing="filtered"
      title={noMatchWords.noMatchesTitle}
      role="status"
      actions={
        <>
          <Button onClick={() => onChange(noFilters)}>{words.reset}</Button>
          {!isOne &&
            found.map(({ group, count }) => (
              <Button key={group} variant="outline" onClick={() => onChange({ ...filters, [group]: noFilters[group] })}>
                {noMatchWords.clear({ filter: names[group], count })}
              </Button>
            ))}
          {unloaded > 0 && (
            <Button variant="outline" onClick={onMore}>
              {pagerWords.loadMore}
            </Button>
          )}
        </>
      }
    >
      <p>
        {none({ count: offers.length, filters: groups.length, list })}
        {!isOne && found.length === 0 && ` ${groups.length === 2 ? noMatchWords.clearBoth : noMatchWords.clearSeveral}`}
        {unloaded > 0 && ` ${noMatchWords.moreUnloaded({ count: unloaded })}`}
      </p>
    </Void>
  )
}

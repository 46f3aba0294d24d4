'use client'
import { Button } from '@/components/ui/button'
import { Void } from '@/components/ui/void'
import type { Offer } from '@/lib/api/types'
import { counted } from '@/lib/counted'
import { activeGroups, type FilterGroup, type Filters, noFilters, releases } from '../lib/filters'

/** As the panel calls them. */
const names: Record<FilterGroup, string> = {
  priceRange: 'Price',
  stops: 'Stops',
  airlines: 'Airlines',
  departureTime: 'Departure time',
  arrivalTime: 'Arrival time',
  duration: 'Maximum duration',
  refundable: 'Refundable only',
  baggageIncluded: 'Baggage included',
}

function noneOf(count: number, unloaded: number) {
  if (unloaded > 0) return `None of the ${counted(count, 'flight')} loaded match`
  return count === 1 ? 'The only flight does not match' : `None of ${counted(count, 'flight')} match`
}

interface Props {
  /** What there is without filters. */
  offers: readonly Offer[]
  /** Flights of the search that are not here yet. */
  unloaded: number
  filters: Filters
  onChange: (filters: Filters) => void
  onMore: () => void
}

/** Every flight is filtered away: by what, and which of it to give up. */
export function NoMatches({ offers, unloaded, filters, onChange, onMore }: Props) {
  const groups = activeGroups(filters)
  const found = releases(offers, filters)
  const [isOne, isTwo] = [groups.length === 1, groups.length === 2]
  const list = groups.map((group) => names[group]).join(', ')
  return (
    <Void
      drawing="filtered"
      title="No Matching Flights"
      role="status"
      actions={
        <>
          <Button onClick={() => onChange(noFilters)}>Reset Filters</Button>
          {!isOne &&
            found.map(({ group, count }) => (
              <Button key={group} variant="outline" onClick={() => onChange({ ...filters, [group]: noFilters[group] })}>
                Clear {names[group]}: {counted(count, 'flight')}
              </Button>
            ))}
          {unloaded > 0 && (
            <Button variant="outline" onClick={onMore}>
              Load More Flights
            </Button>
          )}
        </>
      }
    >
      <p>
        {noneOf(offers.length, unloaded)}{' '}
        {isOne ? 'the filter' : isTwo ? 'both filters' : `all ${groups.length} filters`}: {list}.
        {!isOne && found.length === 0 && ` Clear ${isTwo ? 'both' : 'at least two of them'}.`}
        {unloaded > 0 && ` ${unloaded} more are not loaded yet.`}
      </p>
    </Void>
  )
}

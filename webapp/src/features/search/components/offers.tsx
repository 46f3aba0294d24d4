'use client'
import { useMemo } from 'react'
import type { Offer, SearchPage } from '@/lib/api/types'
import { type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/search/offer'
import type { useArrivals } from '../hooks/use-arrivals'
import { useOpenDepartures } from '../hooks/use-open-departures'
import { groupByDeparture } from '../lib/departures'
import type { HourWorth } from '../lib/offers'
import { titlesById } from '../lib/titles'
import { carriedFrom, type View } from '../lib/view'
import { DepartureGroup } from './departure-group'
import { OfferCard } from './offer-card'
import { OfferList } from './offer-list'
import { OfferSkeleton } from './offer-skeleton'

interface Props {
  criteria: SearchCriteria
  view: View
  arrivals: ReturnType<typeof useArrivals>
  /** Cards that are drawn at least, those to come as their outlines. */
  places: number
  /** Of the first card, where it is not the cheapest of all: "Lowest shown". */
  distinction?: string
  /** The answer of the server, once all airlines have answered. */
  page: SearchPage | undefined
  /** What an hour counts, where the list stands in the order "best". */
  hour: HourWorth | null
  compared: readonly string[]
  onCompare: (offerId: string) => void
}

const none: readonly string[] = []

/** The offers by departures, and the outlines of those to come. */
export function Offers({ criteria, view, arrivals, places, distinction, page, hour, compared, onCompare }: Props) {
  const { shown, list, turn } = arrivals
  const titles = useMemo(() => titlesById(page?.titles), [page])
  const titlesOf = (offer: Offer, isFirst: boolean) => {
    const own = titles.get(offer.id) ?? none
    return isFirst && distinction && !own.includes(words.cheapest) ? [distinction, ...own] : own
  }
  const departures = useMemo(() => groupByDeparture(shown), [shown])
  const { isOpen, toggle } = useOpenDepartures(withQuery('', searchParams(criteria)))
  const carried = useMemo(() => carriedFrom(criteria, view), [criteria, view])
  const outlines = Array.from({ length: Math.max(0, places - departures.length) }, (_, place) => place)
  return (
    <>
      {shown.length > 0 && (
        <OfferList key={turn} ref={list} tabIndex={-1}>
          {departures.map((departure, index) => (
            <DepartureGroup
              key={departure.key}
              departure={departure}
              isOpen={isOpen(departure)}
              onToggle={toggle}
              card={(offer) => (
                <OfferCard
                  key={offer.id}
                  offer={offer}
                  href={withQuery(routes.flight(offer.id), carried)}
                  level={offer === departure.first ? 2 : 3}
                  titles={titlesOf(offer, index === 0 && offer === departure.first)}
                  typical={page?.typical_emissions_kg ?? null}
                  isCompared={compared.includes(offer.id)}
                  onCompare={onCompare}
                  hour={hour}
                />
              )}
            />
          ))}
        </OfferList>
      )}
      {outlines.length > 0 && (
        // Drawn anew below each card that comes in place of an outline: moved, it would count as a shift of the page.
        <OfferList key={departures.length} aria-busy="true">
          {outlines.map((place) => (
            <OfferSkeleton key={place} hasReturn={criteria.tripType === 'round-trip'} />
          ))}
        </OfferList>
      )}
    </>
  )
}

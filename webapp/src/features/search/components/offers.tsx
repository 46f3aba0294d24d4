'use client'
import { useMemo, useState } from 'react'
import type { Offer, SearchPage } from '@/lib/api/types'
import type { OtherFare } from '@/lib/bag-sums'
import { type SearchCriteria, searchParams } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import type { useArrivals } from '../hooks/use-arrivals'
import { useOpenDepartures } from '../hooks/use-open-departures'
import { useOpenedOfferFocus } from '../hooks/use-opened-offer-focus'
import { type Bags, cardBag } from '../lib/bag-prices'
import { type BagWays, cheaperWay } from '../lib/bag-ways'
import type { Departure } from '../lib/departures'
import type { HourWorth } from '../lib/offers'
import { type Distinction, titlesById } from '../lib/titles'
import { carriedFrom, type View } from '../lib/view'
import { OpenReasons } from './card-tools'
import { DepartureGroup } from './departure-group'
import { OfferCard } from './offer-card'
import { OfferList } from './offer-list'

interface Props {
  criteria: SearchCriteria
  view: View
  arrivals: ReturnType<typeof useArrivals>
  departures: readonly Departure[]
  /** Of the first card, where it is not the cheapest of all: "Lowest shown". */
  distinction?: Distinction
  /** The answer of the server, once all airlines have answered. */
  page: SearchPage | undefined
  /** What a journey of the search typically emits; null where that is not known. */
  typical: number | null
  /** What an hour counts, where the list stands in the order "best". */
  hour: HourWorth | null
  /** What is known of bags, where each price is told with one too. */
  bags: Bags | null
  /** The cheapest known way to have a bag on each journey. */
  ways: BagWays
  compared: readonly string[]
  onCompare: (offerId: string) => void
}

/** The offers by departures. */
export function Offers(props: Props) {
  const { criteria, view, arrivals, departures, distinction, page, typical, hour, bags, ways, compared, onCompare } =
    props
  const { shown, list, turn } = arrivals
  useOpenedOfferFocus(list, shown)
  const first = departures[0]?.first.id
  // The same lists as long as they say the same: a card is drawn anew with another one.
  const titles = useMemo(() => titlesById(page?.titles, first, distinction), [page, first, distinction])
  const { isOpen, toggle } = useOpenDepartures(withQuery('', searchParams(criteria)))
  const [openReasons] = useState(() => new Set<string>())
  const carried = useMemo(() => carriedFrom(criteria, view), [criteria, view])
  const flightHref = (id: string) => withQuery(routes.flight(id), carried)
  const cheaperOf = (offer: Offer): { cheaper?: OtherFare; cheaperHref?: string } => {
    const cheaper = bags && cheaperWay(offer, ways, bags.known)
    return cheaper ? { cheaper, cheaperHref: flightHref(cheaper.offerId) } : {}
  }
  return (
    <OpenReasons value={openReasons}>
      {shown.length > 0 && (
        <OfferList key={turn} ref={list} tabIndex={-1}>
          {departures.map((departure) => (
            <DepartureGroup
              key={departure.key}
              departure={departure}
              isOpen={isOpen(departure)}
              onToggle={toggle}
              withBag={bags !== null}
              card={(offer) => (
                <OfferCard
                  key={offer.id}
                  offer={offer}
                  href={flightHref(offer.id)}
                  level={offer === departure.first ? 2 : 3}
                  titles={titles.get(offer.id)}
                  typical={typical}
                  isCompared={compared.includes(offer.id)}
                  onCompare={onCompare}
                  hour={hour}
                  withBag={bags !== null}
                  bag={bags && cardBag(offer, bags)}
                  {...cheaperOf(offer)}
                />
              )}
            />
          ))}
        </OfferList>
      )}
    </OpenReasons>
  )
}

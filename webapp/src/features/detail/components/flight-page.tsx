'use client'
import { useSearchParams } from 'next/navigation'
import { type ComponentType, Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { EarlierNotice } from '@/components/trip/earlier-notice'
import { Container } from '@/components/ui/layout'
import { useOffer } from '@/lib/api/offers'
import type { Price } from '@/lib/api/types'
import { type EarlierTrip, useEarlierTrip } from '@/lib/api/use-earlier-trip'
import { readCriteria, type SearchCriteria } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import { carriedOn, searchReturn } from '@/lib/search-return'
import { useShownPrices } from '@/lib/shown-prices'
import { useHydrated } from '@/lib/use-hydrated'
import { useNavigate } from '@/lib/use-navigate'
import { usePageTop } from '@/lib/use-page-top'
import { useRetry } from '@/lib/use-retry'
import { useRouteId } from '@/lib/use-route-id'
import { useStandingFailure } from '@/lib/use-standing-failure'
import { useOwnOrder } from '../hooks/use-own-order'
import { tripOf } from '../lib/trip-of'
import { BookedNotice, OpenOrder, OwnBooking } from './booked-notice'
import { OfferBody } from './offer-body'
import { LoadError, Loading, pagePadding } from './states'
import { TopBar } from './top-bar'

export interface FlightProps {
  /** A button that watches the price of the trip. */
  Watch?: ComponentType<{ criteria: SearchCriteria; flight: Price }>
}

/** The page of one offer. The id stands in the path; without one there is nothing to show. */
export function FlightPage({ Watch }: FlightProps) {
  const id = useRouteId('/flight/')
  const isHydrated = useHydrated()
  const { replace } = useNavigate()
  const [query, setQuery] = useState<string | null>(null)
  const isMissing = isHydrated && id === null

  useEffect(() => {
    if (isMissing) replace(routes.search)
  }, [isMissing, replace])

  return (
    <>
      <Suspense>
        <Query onRead={setQuery} />
      </Suspense>
      <OfferOf id={id} query={query} Watch={Watch} />
    </>
  )
}

/** Tells the query of the address. A component that reads it by itself is left out of the export, which knows no query. */
function Query({ onRead }: { onRead: (query: string) => void }) {
  const query = useSearchParams().toString()
  useLayoutEffect(() => onRead(query), [onRead, query])
  return null
}

/** `query`: null while prerendering and hydrating. */
function OfferOf({ id, query, Watch }: FlightProps & { id: string | null; query: string | null }) {
  usePageTop()
  const params = useMemo(() => new URLSearchParams(query ?? ''), [query])
  const { data, error: failure, mutate } = useOffer(id)
  const { isTrying, retry } = useRetry(mutate)
  const error = useStandingFailure(failure, isTrying)
  // The offer is a long page: drawn in many frames, it leaves the browser its own.
  const offer = useDeferredValue(data)
  const criteria = readCriteria(params)
  const { adults, children, infants } = criteria
  // The last search of this browser is not in the export either.
  const backHref = query === null ? routes.search : searchReturn(params)
  const bookHref = withQuery(routes.booking, { offer: id, adults, children, infants, ...carriedOn(params) })

  const before = useShownPrices().get(id ?? '') ?? null
  const own = useOwnOrder(id)
  const earlier = useEarlierTrip(id ?? '', params)

  if (offer && !own.isOpen) {
    return (
      <>
        {own.isBooked ? <BookedNotice bookHref={bookHref} /> : earlier && <EarlierTop trip={earlier} />}
        <OfferBody
          offer={offer}
          backHref={backHref}
          bookHref={bookHref}
          watch={Watch && <Watch criteria={tripOf(offer, criteria)} flight={offer.price} />}
        />
      </>
    )
  }
  const instead = () => {
    if (own.isOpen) return <OpenOrder bookHref={bookHref} />
    if (!error || own.isAsked) return <Loading />
    if (own.isBooked) return <OwnBooking bookHref={bookHref} backHref={backHref} />
    return <LoadError offerId={id ?? ''} {...{ error, backHref, earlier, before, isTrying }} onRetry={retry} />
  }
  return (
    <>
      <TopBar backHref={backHref} />
      <Container py={pagePadding}>{instead()}</Container>
    </>
  )
}

const EarlierTop = ({ trip }: { trip: EarlierTrip }) => (
  <Container pt="4">
    <EarlierNotice trip={trip} />
  </Container>
)

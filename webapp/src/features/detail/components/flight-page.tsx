'use client'
import { useSearchParams } from 'next/navigation'
import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { Container } from '@/components/ui/layout'
import { useOffer } from '@/lib/api/offers'
import { readCriteria } from '@/lib/criteria'
import { routes, withQuery } from '@/lib/routes'
import { carriedOn, searchReturn } from '@/lib/search-return'
import { useHydrated } from '@/lib/use-hydrated'
import { useNavigate } from '@/lib/use-navigate'
import { usePageTop } from '@/lib/use-page-top'
import { useRouteId } from '@/lib/use-route-id'
import { useOwnOrder } from '../hooks/use-own-order'
import { BookedNotice, OpenOrder } from './booked-notice'
import { OfferBody } from './offer-body'
import { LoadError, Loading, pagePadding } from './states'
import { TopBar } from './top-bar'

/** The page of one offer. The id stands in the path; without one there is nothing to show. */
export function FlightPage() {
  const id = useRouteId('/flight/')
  const isHydrated = useHydrated()
  const { replace } = useNavigate()
  const [query, setQuery] = useState('')
  const isMissing = isHydrated && id === null

  useEffect(() => {
    if (isMissing) replace(routes.search)
  }, [isMissing, replace])

  return (
    <>
      <Suspense>
        <Query onRead={setQuery} />
      </Suspense>
      <OfferOf id={id} query={query} />
    </>
  )
}

/** Tells the query of the address. Whoever asks for it himself is not in the export, which knows no query. */
function Query({ onRead }: { onRead: (query: string) => void }) {
  const query = useSearchParams().toString()
  useLayoutEffect(() => onRead(query), [onRead, query])
  return null
}

function OfferOf({ id, query }: { id: string | null; query: string }) {
  usePageTop()
  const params = useMemo(() => new URLSearchParams(query), [query])
  const { data, error, mutate, isValidating } = useOffer(id)
  // The offer is a long page: drawn in many frames, it leaves the browser its own.
  const offer = useDeferredValue(data)
  const { adults, children, infants } = readCriteria(params)
  const backHref = searchReturn(params)
  const bookHref = withQuery(routes.booking, { offer: id, adults, children, infants, ...carriedOn(params) })

  const { isOpen, isBooked } = useOwnOrder(id)

  if (isOpen) {
    return (
      <>
        <TopBar backHref={backHref} />
        <Container py={pagePadding}>
          <OpenOrder bookHref={bookHref} />
        </Container>
      </>
    )
  }
  const notice = isBooked && <BookedNotice bookHref={bookHref} />
  if (offer) {
    return (
      <>
        {notice}
        <OfferBody offer={offer} backHref={backHref} bookHref={bookHref} />
      </>
    )
  }
  return (
    <>
      {notice}
      <TopBar backHref={backHref} />
      <Container py={pagePadding}>
        {error ? (
          <LoadError error={error} backHref={backHref} isTrying={isValidating} onRetry={() => void mutate()} />
        ) : (
          <Loading />
        )}
      </Container>
    </>
  )
}

'use client'
import { type FormEvent, type ReactNode, useEffect, useMemo } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { BusyButton } from '@/components/ui/busy-button'
import { Card } from '@/components/ui/card'
import { Hidden, Stack } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'
import { useBackOnline, useOnline } from '@/lib/use-online'
import { useRetry } from '@/lib/use-retry'
import { useUndisturbed } from '@/lib/use-undisturbed'
import * as words from '@/messages/booking/seats'
import * as seatWords from '@/messages/components/seats'
import * as failures from '@/messages/lib/failures'
import { useSeatsStep, useTrip } from '../../hooks/booking-contexts'
import { usePatientSeatMaps } from '../../hooks/use-patient-seat-maps'
import { OfferNotice } from '../offer-notice'
import { StepActions } from '../step-actions'
import { BackToPassengers } from './back-to-passengers'
import { SeatForm } from './seat-form'

/**
 * Seats are optional. Where the airline has no map the flow goes on by itself, once; so it does where nobody could say
 * after a few tries. A map that did not arrive says nothing of the airline: it is waited for, and may be skipped.
 */
export function SeatStep() {
  const { offer, go, tell } = useTrip()
  const { hasSkippedMaps } = useSeatsStep()
  const { data, error: failure, mutate } = usePatientSeatMaps(offer.id)
  const { maps, error } = useUndisturbed(useMemo(() => ({ maps: data, error: failure }), [data, failure]))
  const isUnreached = error instanceof ApiError && error.isUnreached
  const isUnavailable = (error !== undefined && !maps && !isUnreached) || maps?.length === 0
  const { isTrying, retry } = useRetry(() => mutate())
  useBackOnline(isUnreached, () => void mutate())

  useEffect(() => {
    if (maps && maps.length > 0) tell({ type: 'maps found' })
  }, [maps, tell])

  useEffect(() => {
    if (!isUnavailable || hasSkippedMaps) return
    tell({ type: 'maps skipped' })
    // Without a step to come back to.
    go('payment', 'replace')
  }, [isUnavailable, hasSkippedMaps, go, tell])

  if (isUnreached) return <Unreached isTrying={isTrying} onRetry={retry} />
  if (isUnavailable) return <Unavailable />
  if (!maps) return <Loading />
  return <SeatForm maps={maps} />
}

const FORM = 'seats-form'

const Unavailable = () => (
  <WithoutMap next={words.continueToPayment}>
    <Void drawing="unfinished" title={seatWords.noMaps} level={1} role="status">
      <p>{words.unavailable}</p>
    </Void>
  </WithoutMap>
)

interface UnreachedProps {
  isTrying: boolean
  onRetry: () => void
}

/** The question for the map did not come through, or its answer not back. */
function Unreached({ isTrying, onRetry }: UnreachedProps) {
  const isOnline = useOnline()
  return (
    <WithoutMap next={words.skip}>
      <Void
        drawing="broken"
        title={seatWords.noMaps}
        level={1}
        role="status"
        actions={
          <BusyButton isBusy={isTrying} onClick={onRetry}>
            {isTrying ? failures.trying : failures.tryAgain}
          </BusyButton>
        }
      >
        <p>{isOnline ? words.mapFailed : words.mapOffline}</p>
      </Void>
    </WithoutMap>
  )
}

interface WithoutMapProps {
  /** The way on, which needs no seats. */
  next: string
  children: ReactNode
}

function WithoutMap({ next, children }: WithoutMapProps) {
  const { go } = useTrip()
  const goOn = (event: FormEvent) => {
    event.preventDefault()
    go('payment')
  }
  return (
    <form id={FORM} onSubmit={goOn}>
      <Stack gap="6">
        <OfferNotice />
        {children}
        <StepActions form={FORM} next={next}>
          <BackToPassengers />
        </StepActions>
      </Stack>
    </form>
  )
}

/** The way on stands in the bar of phones as well: the outline of a map is longer than their window. */
const Loading = () => (
  <WithoutMap next={words.skip}>
    <Stack gap="6" aria-busy="true">
      <h1>{words.title}</h1>
      <AirlineWait minH="6">
        <Hidden>{seatWords.loadingMaps}</Hidden>
      </AirlineWait>
      <Card padded>
        <Skeleton h="12" mb="6" />
        <Skeleton h="32rem" maxW="22rem" mx="auto" borderRadius="11rem 11rem 0 0" />
      </Card>
    </Stack>
  </WithoutMap>
)

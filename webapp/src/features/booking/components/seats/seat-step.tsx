'use client'
import { type FormEvent, type ReactNode, useEffect, useMemo } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Hidden, Stack } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'
import { useSeatMaps } from '@/lib/api/offers'
import { useBackOnline, useOnline } from '@/lib/use-online'
import { useRetry } from '@/lib/use-retry'
import { useUndisturbed } from '@/lib/use-undisturbed'
import { useSeatsStep, useTrip } from '../../hooks/booking-contexts'
import { OfferNotice } from '../offer-notice'
import { StepActions } from '../step-actions'
import { SeatForm } from './seat-form'

/**
 * Seats are optional. Where the airline has no map the flow goes on by itself, once. A map that did not arrive says
 * nothing of the airline: it is waited for, and may be skipped.
 */
export function SeatStep() {
  const { offer, go, tell } = useTrip()
  const { hasSkippedMaps } = useSeatsStep()
  const { data, error: failure, mutate } = useSeatMaps(offer.id)
  const { maps, error } = useUndisturbed(useMemo(() => ({ maps: data, error: failure }), [data, failure]))
  const isUnreached = error instanceof ApiError && error.isUnreached
  const isUnavailable = (error !== undefined && !isUnreached) || maps?.length === 0
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
const UNAVAILABLE = 'Seat Selection Unavailable'

const Unavailable = () => (
  <WithoutMap next="Continue to Payment">
    <Void drawing="unfinished" title={UNAVAILABLE} role="status">
      <p>The airline assigns seats at check-in. You can go on without choosing.</p>
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
    <WithoutMap next="Skip Seat Selection">
      <Void
        drawing="broken"
        title={UNAVAILABLE}
        role="status"
        actions={
          <BusyButton isBusy={isTrying} onClick={onRetry}>
            {isTrying ? 'Trying…' : 'Try Again'}
          </BusyButton>
        }
      >
        <p>
          {isOnline
            ? 'The seat map could not be loaded. Please try again, or go on without choosing.'
            : 'You are offline, so the seat map could not be loaded. It comes by itself once your connection is back.'}
        </p>
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
          <Button variant="ghost" onClick={() => go('passengers')}>
            Back to passenger details
          </Button>
        </StepActions>
      </Stack>
    </form>
  )
}

/** The way on stands in the bar of phones as well: the outline of a map is longer than their window. */
const Loading = () => (
  <WithoutMap next="Skip Seat Selection">
    <Stack gap="6" aria-busy="true">
      <h1>Choose seats</h1>
      <AirlineWait minH="6">
        <Hidden>Loading seat maps…</Hidden>
      </AirlineWait>
      <Card padded>
        <Skeleton h="12" mb="6" />
        <Skeleton h="32rem" maxW="22rem" mx="auto" borderRadius="11rem 11rem 0 0" />
      </Card>
    </Stack>
  </WithoutMap>
)

'use client'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Hidden, Stack } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { notify } from '@/components/ui/toast/notify'
import { Void } from '@/components/ui/void'
import { useSeatMaps } from '@/lib/api/offers'
import type { Booking } from '../hooks/use-booking'
import { OfferNotice } from './offer-notice'
import { SeatForm } from './seat-form'
import { StepActions } from './step-actions'

/** Seats are optional. Where the airline has no map the flow goes on by itself, once. */
export function SeatStep({ booking }: { booking: Booking }) {
  const { data: maps, error } = useSeatMaps(booking.offer.id)
  const isUnavailable = error !== undefined || maps?.length === 0
  const { hasSkippedMaps, skipMaps } = booking

  useEffect(() => {
    if (!isUnavailable || hasSkippedMaps) return
    skipMaps()
    void notify({
      type: 'info',
      title: 'Seat Selection Unavailable',
      description: 'The airline gives seats at check-in.',
    })
  }, [isUnavailable, hasSkippedMaps, skipMaps])

  if (isUnavailable) return <Unavailable booking={booking} />
  if (!maps) return <Loading booking={booking} />
  return <SeatForm booking={booking} maps={maps} />
}

const FORM = 'seats-form'

function Unavailable({ booking }: { booking: Booking }) {
  return (
    <form
      id={FORM}
      onSubmit={(event) => {
        event.preventDefault()
        booking.go('payment')
      }}
    >
      <Stack gap="6">
        <OfferNotice booking={booking} />
        <Void drawing="unfinished" title="Seat Selection Unavailable" role="status">
          <p>The airline gives seats at check-in. You can go on without choosing.</p>
        </Void>
        <StepActions booking={booking} form={FORM} next="Continue to Payment">
          <Button variant="ghost" onClick={() => booking.go('passengers')}>
            Back to Passenger Details
          </Button>
        </StepActions>
      </Stack>
    </form>
  )
}

function Loading({ booking }: { booking: Booking }) {
  return (
    <Stack gap="6" aria-busy="true">
      <h1>Choose seats</h1>
      <Hidden role="status">Loading seat maps…</Hidden>
      <Card padded>
        <Skeleton h="12" mb="6" />
        <Skeleton h="32rem" maxW="22rem" mx="auto" borderRadius="11rem 11rem 0 0" />
      </Card>
      <Button variant="outline" justifySelf="start" onClick={() => booking.go('payment')}>
        Skip Seat Selection
      </Button>
    </Stack>
  )
}

'use client'
import { useState } from 'react'
import useSWR from 'swr'
import { CalendarButton } from '@/components/trip/calendar-button'
import { ItineraryButton } from '@/components/trip/itinerary-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { untilBack } from '@/lib/api/retry'
import type { BookingRecord } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { useHeldFailure } from '@/lib/use-held-failure'
import { useRetry } from '@/lib/use-retry'
import * as words from '@/messages/trips/details'
import { refreshMs } from '../lib/refresh'
import { hasDocuments, isCancellable, isCancelled, type Trip, toTrip } from '../lib/trips'
import { RequestId, type RetryProps, TryAgain } from './states'
import { TripDetails } from './trip-details'

interface Props {
  trip: Trip
  onClose: () => void
  onCancel: () => void
}

/** One booking as it stands now, not as the list had it. */
export function DetailsDialog({ trip, onClose, onCancel }: Props) {
  const { id } = trip.record
  const [openSince] = useState(Date.now)
  const { data, error, mutate } = useSWR<BookingRecord, Error>(bookingKey(id), () => fetchBooking(id), {
    ...untilBack,
    revalidateOnMount: true,
    // A function that stays the same is asked before there is an answer, and not again.
    refreshInterval: (latest) => refreshMs(latest, openSince),
  })
  // After a failure they are asked for by Try Again and from time to time, not by whatever happens elsewhere.
  const readAgain = () => void ((data || !error) && mutate())
  useEvents({ booking: (news) => news.id === id && readAgain(), missed: readAgain })
  const retrying = useRetry(mutate)
  const shownError = useHeldFailure(error, retrying.isTrying)
  const current = data && !shownError ? toTrip(data) : undefined
  const [wasCancelled] = useState(() => isCancelled(trip))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.title}
      footer={
        current &&
        isCancellable(current) && (
          <Button variant="outline" color="error.fg" onClick={onCancel}>
            {words.cancelBooking}
          </Button>
        )
      }
    >
      {shownError ? (
        <DetailsError error={shownError} {...retrying} />
      ) : current ? (
        <Stack gap="4">
          <TripDetails trip={current} isNews={!wasCancelled} />
          {hasDocuments(current) && <Documents trip={current} />}
        </Stack>
      ) : (
        <DetailsSkeleton />
      )}
    </Dialog>
  )
}

/** What can be taken along; beside the way to cancel there is no room for it. */
function Documents({ trip }: { trip: Trip }) {
  const { id } = trip.record
  return (
    <Row flexWrap="wrap" css={{ '& > *': { flex: '1' } }}>
      {!isCancelled(trip) && <CalendarButton bookingId={id} />}
      <ItineraryButton bookingId={id} />
    </Row>
  )
}

function DetailsSkeleton() {
  return (
    <Stack aria-busy="true">
      <Text role="status" textStyle="sm" color="fg.muted">
        {words.loading}
      </Text>
      <Skeleton h="24" />
      <Skeleton h="24" />
    </Stack>
  )
}

function DetailsError({ error, ...retry }: RetryProps) {
  return (
    <Stack>
      <Notice tone="error" role="alert">
        <strong>{words.loadFailed}</strong>
        <p>{reasonOf(error, TRY_LATER)}</p>
        <RequestId error={error} />
      </Notice>
      <TryAgain variant="outline" justifySelf="start" {...retry} />
    </Stack>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import useSWR from 'swr'
import { BookedSeats } from '@/components/offer/booked-seats'
import { TicketLeg } from '@/components/offer/ticket-leg'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookedSlice, BookingRecord } from '@/lib/api/types'
import { fullName, passengerLabel, seatsOf, shortReference, toSlice } from '@/lib/booked-trip'
import { formatDayOfYear } from '@/lib/dates'
import { type Trip, toTrip } from '../lib/trips'
import { CancellationNotice, hasOptions } from './cancellation-notice'
import { RequestId } from './states'
import { StatusBadge } from './status-badge'

const Leg = chakra('section', {
  base: {
    display: 'grid',
    gap: '3',
    pb: '4',
    borderBottom: '1px solid {colors.line}',
    '& header': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 0.75rem' },
    '& h3': { textStyle: 'h4' },
    '& header span, & header p': { textStyle: 'sm', color: 'fg.muted' },
    '& header p': { flexBasis: 'full' },
  },
})

interface Props {
  trip: Trip
  onClose: () => void
  onCancel: () => void
}

/** One booking as it stands now, not as the list had it. */
export function DetailsDialog({ trip, onClose, onCancel }: Props) {
  const { id } = trip.record
  const { data, error, mutate } = useSWR<BookingRecord, Error>(bookingKey(id), () => fetchBooking(id), {
    revalidateOnMount: true,
  })
  const current = data && toTrip(data)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Booking Details"
      footer={
        current?.record.status === 'confirmed' &&
        hasOptions(current) && (
          <Button variant="outline" color="error.fg" onClick={onCancel}>
            Cancel Booking
          </Button>
        )
      }
    >
      {error ? (
        <DetailsError error={error} onRetry={() => void mutate()} />
      ) : current ? (
        <Details trip={current} />
      ) : (
        <DetailsSkeleton />
      )}
    </Dialog>
  )
}

function DetailsSkeleton() {
  return (
    <Stack aria-busy="true">
      <Text role="status" textStyle="sm" color="fg.muted">
        Loading booking details…
      </Text>
      <Skeleton h="24" />
      <Skeleton h="24" />
    </Stack>
  )
}

function DetailsError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack>
      <Notice tone="error" role="alert">
        <strong>Unable to load booking details</strong>
        <p>{error.message}</p>
        <RequestId error={error} />
      </Notice>
      <Button variant="outline" justifySelf="start" onClick={onRetry}>
        Try Again
      </Button>
    </Stack>
  )
}

/** The short reference; a longer one also stands in full beside it. */
function Reference({ of }: { of: string }) {
  const short = shortReference(of)
  if (!short) return <Text color="fg.muted">Reference to come</Text>
  return (
    <Text fontSize="lg">
      <strong style={{ letterSpacing: '0.06em' }}>{short}</strong>
      {of.length > short.length && <small> {of}</small>}
    </Text>
  )
}

function Details({ trip }: { trip: Trip }) {
  const { record, data } = trip
  return (
    <Stack gap="4">
      <Row mt="-2">
        <Reference of={record.duffelBookingId} />
        <StatusBadge status={record.status} />
      </Row>
      {data.slices.map((slice, index) => (
        <SliceBlock key={slice.id} slice={slice} data={data} title={index === 0 ? 'Outbound' : 'Return'} />
      ))}
      <Passengers data={data} />
      <CancellationNotice trip={trip} />
    </Stack>
  )
}

function SliceBlock({ slice, data, title }: { slice: BookedSlice; data: Trip['data']; title: string }) {
  const { origin, destination } = slice
  return (
    <Leg>
      <header>
        <h3>{title}</h3>
        <span>{formatDayOfYear(slice.departure_time)}</span>
        <p>
          {origin.city_name} ({origin.iata_code}) to {destination.city_name} ({destination.iata_code})
        </p>
      </header>
      <TicketLeg slice={toSlice(slice)} />
      <BookedSeats slice={toSlice(slice)} seats={seatsOf(data)} />
    </Leg>
  )
}

function Passengers({ data: { passengers } }: { data: Trip['data'] }) {
  return (
    <section>
      <h3>Passengers</h3>
      <Stack as="ul" gap="1" mt="1" textStyle="sm">
        {passengers.map((passenger) => (
          <li key={passenger.id}>
            <strong>{fullName(passenger)}</strong>, {passengerLabel(passenger.type)}
          </li>
        ))}
      </Stack>
    </section>
  )
}

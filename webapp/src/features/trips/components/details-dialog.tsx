'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookedSlice, BookingRecord } from '@/lib/api/types'
import { shortReference } from '@/lib/booked-trip'
import { daysBetween, formatDayOfYear, formatTime } from '@/lib/dates'
import { operatedBy, stopLabel } from '@/lib/flights'
import { type Trip, toTrip } from '../lib/trips'
import { StatusBadge } from './status-badge'

const Block = chakra('section', {
  base: {
    display: 'grid',
    gap: '1',
    p: '4',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    textStyle: 'sm',
    '& header': { display: 'flex', justifyContent: 'space-between', gap: '3', color: 'fg.muted' },
    '& h3': { textStyle: 'h4' },
    '& b': { fontVariantNumeric: 'tabular-nums' },
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
  const { data, error } = useSWR<BookingRecord, Error>(bookingKey(id), () => fetchBooking(id), {
    revalidateOnMount: true,
  })
  const isCancellable = data?.status === 'confirmed' && hasOptions(toTrip(data))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Booking Details"
      footer={
        isCancellable && (
          <Button variant="outline" color="error.fg" onClick={onCancel}>
            Cancel Booking
          </Button>
        )
      }
    >
      {error ? (
        <Notice tone="error" role="alert">
          <strong>Unable to load booking details</strong>
          <p>{error.message}</p>
        </Notice>
      ) : data ? (
        <Details trip={toTrip(data)} />
      ) : (
        <Stack aria-busy="true">
          <Skeleton h="6" maxW="12rem" />
          <Skeleton h="24" />
          <Skeleton h="24" />
        </Stack>
      )}
    </Dialog>
  )
}

const hasOptions = ({ data }: Trip) => data.conditions.cancellation_options.length > 0

function Details({ trip }: { trip: Trip }) {
  const { record, data } = trip
  return (
    <Stack gap="4">
      <Row justifyContent="space-between">
        <Text>
          Reference <b>{shortReference(record.duffelBookingId) || 'to come'}</b>
        </Text>
        <StatusBadge status={record.status} />
      </Row>
      {data.slices.map((slice, index) => (
        <SliceBlock key={slice.id} slice={slice} title={index === 0 ? 'Outbound' : 'Return'} />
      ))}
      <div>
        <h3>Passengers</h3>
        <Stack as="ul" gap="1" mt="1" textStyle="sm">
          {data.passengers.map(({ id, given_name, family_name, type }) => (
            <li key={id}>
              <b>
                {given_name} {family_name}
              </b>
              , {passengerLabels[type] ?? type}
            </li>
          ))}
        </Stack>
      </div>
      {record.status === 'confirmed' && <Cancellation isPossible={hasOptions(trip)} />}
    </Stack>
  )
}

const passengerLabels: Record<string, string> = {
  adult: 'Adult',
  child: 'Child',
  infant: 'Infant',
  infant_without_seat: 'Infant',
}

function SliceBlock({ slice, title }: { slice: BookedSlice; title: string }) {
  const days = daysBetween(slice.departure_time, slice.arrival_time)
  const operators = [...new Set(slice.segments.map(operatedBy).filter((name) => name !== null))]
  return (
    <Block>
      <header>
        <h3>{title}</h3>
        <span>{stopLabel(Math.max(0, slice.segments.length - 1))}</span>
      </header>
      <p>{formatDayOfYear(slice.departure_time)}</p>
      <p>
        <b>{formatTime(slice.departure_time)}</b> {slice.origin.city_name} ({slice.origin.iata_code}) to{' '}
        <b>{formatTime(slice.arrival_time)}</b> {slice.destination.city_name} ({slice.destination.iata_code})
        {days > 0 && `, ${days === 1 ? 'next day' : `${days} days later`}`}
      </p>
      {operators.length > 0 && <p>Operated by {operators.join(', ')}</p>}
    </Block>
  )
}

function Cancellation({ isPossible }: { isPossible: boolean }) {
  return (
    <section aria-label="Cancellation">
      {isPossible ? (
        <Notice tone="info">
          <strong>This booking can be cancelled.</strong> Fees may apply: you see them before you decide.
        </Notice>
      ) : (
        <Notice tone="warning">
          <strong>Non-Refundable Ticket.</strong> It cannot be cancelled or refunded here. Please contact the airline.
        </Notice>
      )}
    </section>
  )
}

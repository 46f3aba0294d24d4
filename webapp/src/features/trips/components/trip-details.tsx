import { chakra } from '@chakra-ui/react/styled-system'
import { AirportsNote } from '@/components/offer/airports-note'
import { BookedBags } from '@/components/offer/booked-bags'
import { BookedSeats } from '@/components/offer/booked-seats'
import { EmissionsNote } from '@/components/offer/emissions-note'
import { FareTerms } from '@/components/offer/fare-terms'
import { LapBagsNote } from '@/components/offer/lap-bags-note'
import { RefundNote } from '@/components/offer/refund-note'
import { TicketLeg } from '@/components/offer/ticket-leg'
import { LapOf } from '@/components/trip/lap-of'
import { TestBooking } from '@/components/trip/test-booking'
import { TicketNumbers } from '@/components/trip/ticket-numbers'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import type { BookedSlice } from '@/lib/api/types'
import { associatedAdultName, bagsOf, fullName, seatsOf, toSlice } from '@/lib/booked-trip'
import { formatDayOfYear } from '@/lib/dates'
import { fareName, includedBags } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { shortReference } from '@/lib/short-reference'
import { ticketLabel } from '@/lib/travellers'
import * as bagWords from '@/messages/lib/bags'
import * as flightWords from '@/messages/lib/flights'
import * as travelerWords from '@/messages/lib/travelers'
import * as words from '@/messages/trips/details'
import { isCancelled, isOff, type Trip } from '../lib/trips'
import { AirlineCredits } from './airline-credits'
import { CancellationNotice } from './cancellation-notice'
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
    '&[data-off]': {
      '& :is(b, strong)': { color: 'fg.muted' },
      '& .point b': { textDecoration: 'line-through' },
      '& .hop-line': { filter: 'grayscale(1)', opacity: '0.6' },
    },
  },
})

/** The short reference; a longer one also stands in full beside it. */
function Reference({ of }: { of: string }) {
  const short = shortReference(of)
  if (!short) return <Text color="fg.muted">{words.referencePending}</Text>
  return (
    <Text fontSize="lg">
      <strong style={{ letterSpacing: '0.06em' }}>{short}</strong>
      {of.length > short.length && <small> {of}</small>}
    </Text>
  )
}

interface Props {
  trip: Trip
  /** If it is cancelled, that happened while the page was open. */
  isNews?: boolean
}

/** A trip in full: reference, flights, seats, passengers, fare, and whether it can be cancelled; of one that is off, that first. */
export function TripDetails({ trip, isNews = false }: Props) {
  const { record, data } = trip
  const isGone = isOff(trip)
  const total = formatTotal(data.total_amount, data.total_currency || 'USD')
  const sumFor = isCancelled(trip) ? words.paidFor : words.totalFor
  return (
    <Stack gap="4">
      <Row mt="-2">
        <Reference of={record.duffelBookingId} />
        <StatusBadge status={record.status} />
      </Row>
      {record.mode === 'test' && <TestBooking />}
      {isGone && <CancellationNotice trip={trip} isNews={isNews} />}
      <AirlineCredits credits={record.cancellation?.credits ?? []} slices={data.slices} />
      {!isGone && <AirportsNote slices={data.slices.map(toSlice)} />}
      {data.slices.map((slice, index) => (
        <SliceBlock
          key={slice.id}
          slice={slice}
          trip={trip}
          title={index === 0 ? flightWords.outbound : flightWords.wayBack}
          isFirst={index === 0}
        />
      ))}
      <Passengers trip={trip} />
      {!isGone && data.bags.length > 0 && <ExtraBags data={data} />}
      <Fare trip={trip} />
      <Row justifyContent="space-between" pt="4" borderTop="1px solid {colors.line}">
        <span>{sumFor({ count: data.passengers.length })}</span>
        <strong>{total}</strong>
      </Row>
      {!isGone && <CancellationNotice trip={trip} />}
    </Stack>
  )
}

interface SliceProps {
  slice: BookedSlice
  trip: Trip
  title: string
  isFirst: boolean
}

/** A flight that nobody takes keeps its place on the page, struck out and with the word; of its seats nothing is said. */
function SliceBlock({ slice, trip, title, isFirst }: SliceProps) {
  const { origin, destination } = slice
  const isGone = isOff(trip)
  const day = formatDayOfYear(slice.departure_time)
  return (
    <Leg data-off={isGone ? '' : undefined}>
      <header>
        <h3>{title}</h3>
        <span>{isCancelled(trip) ? words.cancelledDay({ day }) : day}</span>
        <p>
          {words.flightRoute({
            from: origin.city_name,
            fromCode: origin.iata_code,
            to: destination.city_name,
            toCode: destination.iata_code,
          })}
        </p>
      </header>
      <TicketLeg slice={toSlice(slice)} />
      {!isGone && <BookedSeats slice={toSlice(slice)} seats={seatsOf(trip.data)} isFirst={isFirst} />}
    </Leg>
  )
}

/** Where nobody flies, nobody sits on a lap either. */
function Passengers({ trip }: { trip: Trip }) {
  const { passengers } = trip.data
  return (
    <section>
      <h3>{travelerWords.passengers}</h3>
      <Stack as="ul" gap="1" mt="1" textStyle="sm">
        {passengers.map((passenger) => (
          <li key={passenger.id}>
            {travelerWords.namedTicket({ name: fullName(passenger), ticket: ticketLabel(passenger.type), strong })}
            {!isOff(trip) && <LapOf adult={associatedAdultName(passenger, passengers)} />}
            <TicketNumbers numbers={passenger.ticket_numbers} />
          </li>
        ))}
      </Stack>
    </section>
  )
}

/** Bought beside those of the fare, each at its price. */
function ExtraBags({ data }: { data: Trip['data'] }) {
  return (
    <section>
      <Box as="h3" mb="1">
        {bagWords.extraBags}
      </Box>
      <BookedBags slices={data.slices} bags={bagsOf(data)} />
    </section>
  )
}

/** What was sold: bags, and what may be done with the ticket. */
function Fare({ trip }: { trip: Trip }) {
  const { slices, passengers, bags, conditions, emissions_kg_per_traveller } = trip.data
  if (slices.length === 0) return null
  return (
    <section aria-label={words.fare}>
      <Box as="h3" mb="2">
        {fareName(slices) ?? words.fare}
      </Box>
      <FareTerms bags={includedBags(slices.map(toSlice))} hasBought={bags.length > 0} conditions={conditions} />
      {!isOff(trip) && (
        <>
          <LapBagsNote passengers={passengers} />
          <RefundNote conditions={conditions} />
        </>
      )}
      <EmissionsNote kg={emissions_kg_per_traveller} />
    </section>
  )
}

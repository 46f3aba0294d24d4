'use client'
import dynamic from 'next/dynamic'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardAmount } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Segmented } from '@/components/ui/segmented'
import { Tabs } from '@/components/ui/tabs'
import { notify } from '@/components/ui/toast/notify'
import type { SeatMap, Segment } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import type { Booking } from '../hooks/use-booking'
import { useSeatPicker } from '../hooks/use-seat-picker'
import { EXIT_RULE } from '../lib/exit-rows'
import { isEveryoneSeated, seatsTotal } from '../lib/seat-choices'
import { OfferNotice } from './offer-notice'
import { PassengerPicker } from './passenger-picker'
import { SeatList } from './seat-list'
import { SeatPlan } from './seat-plan'
import { StepActions } from './step-actions'

const SkipSeatsDialog = dynamic(() => import('./skip-seats-dialog').then((module) => module.SkipSeatsDialog), {
  ssr: false,
})

const FORM = 'seats-form'
const PANEL_ID = 'seats-of-flight'
const REQUIRED = { title: 'Seat Selection Required', message: 'Please select seats for all passengers' }

const views = [
  {
    value: 'map',
    label: (
      <>
        <Icon name="map" size="sm" /> Map
      </>
    ),
  },
  {
    value: 'list',
    label: (
      <>
        <Icon name="list" size="sm" /> List
      </>
    ),
  },
] as const
type View = (typeof views)[number]['value']
type Picker = ReturnType<typeof useSeatPicker>

export function SeatForm({ booking, maps }: { booking: Booking; maps: readonly SeatMap[] }) {
  const { party, seats } = booking
  const picker = useSeatPicker(booking, maps)
  const [view, setView] = useState<View>('map')
  const [attempt, setAttempt] = useState(0)
  const isMissing = attempt > 0 && !isEveryoneSeated(party, seats)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isEveryoneSeated(party, seats)) return booking.go('payment')
    setAttempt(attempt + 1)
    void notify({ type: 'error', title: REQUIRED.title, description: REQUIRED.message })
  }
  return (
    <form id={FORM} onSubmit={submit}>
      <Stack gap="6">
        <Row justifyContent="space-between" alignItems="flex-end" flexWrap="wrap">
          <div>
            <h1>Choose seats</h1>
            <Text color="fg.muted" mt="1">
              Pick a passenger, then a seat. We move to the next passenger for you.
            </Text>
          </div>
          <Segmented legend="Show seats as" value={view} options={views} onChange={setView} />
        </Row>
        <OfferNotice booking={booking} />
        {isMissing && (
          <ErrorSummary title={REQUIRED.title} problems={[{ message: REQUIRED.message }]} attempt={attempt} />
        )}
        <Card>
          <Flights booking={booking} maps={maps} picker={picker} />
          <SeatsOfFlight booking={booking} picker={picker} view={view} />
          <Sum booking={booking} mapCount={maps.length} />
        </Card>
        <StepActions booking={booking} form={FORM} next="Continue to Payment">
          <SkipSeats booking={booking} nameOf={picker.nameOf} />
        </StepActions>
      </Stack>
    </form>
  )
}

/** To the payment without seats. Who has chosen some is asked first: they would be gone from his booking. */
function SkipSeats({ booking, nameOf }: { booking: Booking; nameOf: (passengerId: string) => string }) {
  const { seats, offer } = booking
  const [isAsking, setAsking] = useState(false)
  const skip = () => {
    booking.saveSeats([])
    booking.go('payment')
  }
  return (
    <>
      <Button variant="outline" size="lg" onClick={seats.length > 0 ? () => setAsking(true) : skip}>
        Skip Seat Selection
      </Button>
      {isAsking && (
        <SkipSeatsDialog
          seats={seats}
          nameOf={nameOf}
          currency={offer.price.currency}
          onKeep={() => setAsking(false)}
          onSkip={skip}
        />
      )}
    </>
  )
}

interface FlightsProps {
  booking: Booking
  maps: readonly SeatMap[]
  picker: Picker
}

/** One tab a flight: a seat is sold for one flight, not for a direction. */
function Flights({ booking: { offer, seats }, maps, picker }: FlightsProps) {
  const segments = new Map(
    offer.slices.flatMap((slice) => slice.segments).map((one): [string, Segment] => [one.id, one]),
  )
  const tabs = maps.map(({ segment_id: id }) => {
    const chosen = seats.filter((seat) => seat.segmentId === id).length
    return { value: id, label: `${wayOf(segments.get(id))}, ${chosen} of ${picker.seated.length}` }
  })
  return (
    <Box px={{ base: '4', md: '6' }}>
      <Tabs label="Flights" tabs={tabs} value={picker.segmentId} onChange={picker.showSegment} panelId={PANEL_ID} />
    </Box>
  )
}

interface SeatsProps {
  booking: Booking
  picker: Picker
  view: View
}

/** What the tabs control: who sits where on the chosen flight. */
function SeatsOfFlight({ booking, picker, view }: SeatsProps) {
  const { map, segmentId } = picker
  const segment = booking.offer.slices.flatMap((slice) => slice.segments).find(({ id }) => id === segmentId)
  return (
    <Box id={PANEL_ID} role="tabpanel" aria-label={wayOf(segment)}>
      {map && segment && (
        <Stack gap="5" p={{ base: '4', md: '6' }} borderTop="1px solid {colors.line}">
          <PassengerPicker booking={booking} picker={picker} />
          {picker.hasExitRule && <Notice>{EXIT_RULE}</Notice>}
          {picker.advice && (
            <Notice tone="warning" role="status">
              {picker.advice}
            </Notice>
          )}
          {view === 'map' ? (
            <SeatPlan key={map.id} map={map} segment={segment} picker={picker} choices={booking.seats} />
          ) : (
            <SeatList map={map} picker={picker} />
          )}
        </Stack>
      )}
    </Box>
  )
}

const wayOf = (segment: Segment | undefined) =>
  segment ? `${segment.origin.iata_code} to ${segment.destination.iata_code}` : 'Flight'

function Sum({ booking: { party, seats, offer }, mapCount }: { booking: Booking; mapCount: number }) {
  const most = party.filter(({ type }) => type !== 'infant_without_seat').length * mapCount
  return (
    <CardAmount>
      <div>
        <strong>Seats so far</strong>
        <Text textStyle="sm" color="fg.muted">
          {seats.length} of {most} chosen, held once payment goes through. Where none is, the airline assigns one.
        </Text>
      </div>
      <Text textStyle="price" fontSize="1.5rem" color="ink" aria-live="polite">
        {formatTotal(seatsTotal(seats), offer.price.currency)}
      </Text>
    </CardAmount>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Segmented } from '@/components/ui/segmented'
import { Tabs } from '@/components/ui/tabs'
import { notify } from '@/components/ui/toast/notify'
import type { SeatMap } from '@/lib/api/types'
import type { Booking } from '../hooks/use-booking'
import { type SeatPicker, useSeatPicker } from '../hooks/use-seat-picker'
import { EXIT_RULE } from '../lib/exit-rows'
import type { PartyMember } from '../lib/passengers'
import { unseated } from '../lib/seat-choices'
import { OfferNotice } from './offer-notice'
import { PassengerPicker, passengerFieldId } from './passenger-picker'
import { SeatGaps } from './seat-gaps'
import { SeatList } from './seat-list'
import { SeatPlan } from './seat-plan'
import { SeatSum } from './seat-sum'
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

export function SeatForm({ booking, maps }: { booking: Booking; maps: readonly SeatMap[] }) {
  const { party, seats } = booking
  const picker = useSeatPicker(booking, maps)
  const [view, setView] = useState<View>('map')
  const [attempt, setAttempt] = useState(0)
  const missing = unseated(party, seats)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = missing
    if (!first) return booking.go('payment')
    setAttempt(attempt + 1)
    picker.setActiveId(first.id)
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
        {attempt > 0 && missing.length > 0 && (
          <ErrorSummary title={REQUIRED.title} problems={seatProblems(missing, picker)} attempt={attempt}>
            <SkipSeats booking={booking} nameOf={picker.nameOf} />
          </ErrorSummary>
        )}
        <Card>
          <Flights seats={seats} picker={picker} />
          <SeatsOfFlight booking={booking} picker={picker} view={view} />
          <SeatSum booking={booking} picker={picker} />
        </Card>
        {/* Who is still choosing is told by the sum. */}
        {missing.length === 0 && <SeatGaps booking={booking} />}
        <StepActions booking={booking} form={FORM} next="Continue to Payment">
          <SkipSeats booking={booking} nameOf={picker.nameOf} size="lg" />
        </StepActions>
      </Stack>
    </form>
  )
}

interface SkipProps {
  booking: Booking
  nameOf: (passengerId: string) => string
  size?: 'lg'
}

/** To the payment without seats. Who has chosen some is asked first: they would be gone from their booking. */
function SkipSeats({ booking, nameOf, size }: SkipProps) {
  const { seats, offer } = booking
  const [isAsking, setAsking] = useState(false)
  const skip = () => {
    booking.saveSeats([])
    booking.go('payment')
  }
  return (
    <>
      <Button variant="outline" size={size} onClick={seats.length > 0 ? () => setAsking(true) : skip}>
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

/** Each by name, with a link to the place where they are made the next to choose. */
function seatProblems(missing: readonly PartyMember[], { flights, nameOf }: SeatPicker) {
  const least = flights.length > 1 ? 'at least one' : 'one'
  const people = missing.map(({ id }) => ({
    fieldId: passengerFieldId(id),
    message: `${nameOf(id)} has no seat yet. Pick ${least}, or skip.`,
  }))
  return [{ message: REQUIRED.message }, ...people]
}

interface FlightsProps {
  seats: Booking['seats']
  picker: SeatPicker
}

/** One tab a flight: a seat is sold for one flight, not for a direction. */
function Flights({ seats, picker }: FlightsProps) {
  const tabs = picker.flights.map(({ id, way }) => {
    const chosen = seats.filter((seat) => seat.segmentId === id).length
    return { value: id, label: `${way}, ${chosen} of ${picker.seated.length}` }
  })
  return (
    <Box px={{ base: '4', md: '6' }}>
      <Tabs label="Flights" tabs={tabs} value={picker.segmentId} onChange={picker.showSegment} panelId={PANEL_ID} />
    </Box>
  )
}

interface SeatsProps {
  booking: Booking
  picker: SeatPicker
  view: View
}

/** What the tabs control: who sits where on the chosen flight. */
function SeatsOfFlight({ booking, picker, view }: SeatsProps) {
  const { map, segmentId, flights } = picker
  const flight = flights.find(({ id }) => id === segmentId)
  const segment = flight?.segment
  return (
    <Box id={PANEL_ID} role="tabpanel" aria-label={flight?.way}>
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

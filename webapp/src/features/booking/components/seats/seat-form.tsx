'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Box, Hidden, Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Segmented } from '@/components/ui/segmented'
import { Tabs } from '@/components/ui/tabs'
import type { SeatMap } from '@/lib/api/types'
import * as words from '@/messages/booking/seats'
import { useSeatsStep, useTrip } from '../../hooks/booking-contexts'
import { PickerContext, type SeatPicker, usePicker, useSeatPicker } from '../../hooks/use-seat-picker'
import { EXIT_RULE } from '../../lib/exit-rows'
import { listed } from '../../lib/in-words'
import type { PartyMember } from '../../lib/passengers'
import { unseated } from '../../lib/seat-choices'
import { OfferNotice } from '../offer-notice'
import { StepActions } from '../step-actions'
import { BackToPassengers } from './back-to-passengers'
import { PassengerPicker, passengerFieldId } from './passenger-picker'
import { SeatGaps } from './seat-gaps'
import { SeatList } from './seat-list'
import { SeatPlan } from './seat-plan'
import { SeatSum } from './seat-sum'

const SkipSeatsDialog = dynamic(() => import('./skip-seats-dialog').then((module) => module.SkipSeatsDialog), {
  ssr: false,
})

const FORM = 'seats-form'
const PANEL_ID = 'seats-of-flight'

const views = [
  {
    value: 'map',
    label: (
      <>
        <Icon name="map" size="sm" /> {words.mapView}
      </>
    ),
  },
  {
    value: 'list',
    label: (
      <>
        <Icon name="list" size="sm" /> {words.listView}
      </>
    ),
  },
] as const
type View = (typeof views)[number]['value']

export function SeatForm({ maps }: { maps: readonly SeatMap[] }) {
  const { party, seats, go } = useTrip()
  const picker = useSeatPicker(maps)
  const [view, setView] = useState<View>('map')
  const [attempt, setAttempt] = useState(0)
  const missing = unseated(party, seats)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = missing
    if (!first) return go('payment')
    setAttempt(attempt + 1)
    picker.setActiveId(first.id)
  }
  return (
    <PickerContext value={picker}>
      <form id={FORM} onSubmit={submit}>
        <Stack gap="6">
          <Row justifyContent="space-between" alignItems="flex-end" flexWrap="wrap">
            <div>
              <h1>{words.title}</h1>
              <Text color="fg.muted" mt="1">
                {words.intro}
              </Text>
              {/* The other one is below the cabin: a long way on a phone. */}
              <SkipSeats label={words.skipHere} mt="3" display={{ md: 'none' }} />
            </div>
            <Segmented legend={words.viewLegend} value={view} options={views} onChange={setView} />
          </Row>
          <OfferNotice />
          <ChildrenApart />
          {attempt > 0 && missing.length > 0 && (
            <ErrorSummary title={words.requiredTitle} problems={seatProblems(missing, picker)} attempt={attempt}>
              {seats.length > 0 && (
                <Text textStyle="sm" mb="2">
                  {words.skipRemoves({ count: seats.length })}
                </Text>
              )}
              <SkipSeats />
            </ErrorSummary>
          )}
          <Card>
            <Flights />
            <SeatsOfFlight view={view} />
            <SeatSum />
          </Card>
          {/* Who is still choosing is told by the sum. */}
          {missing.length === 0 && <SeatGaps />}
          <StepActions form={FORM} next={words.continueToPayment}>
            <BackToPassengers />
            <SkipSeats size="lg" />
          </StepActions>
        </Stack>
      </form>
    </PickerContext>
  )
}

/** To the payment without seats. Who has chosen some is asked first: they would be gone from their booking. */
function SkipSeats({ label = words.skip, ...props }: { label?: string } & ComponentProps<typeof Button>) {
  const { seats, offer, go } = useTrip()
  const { saveSeats } = useSeatsStep()
  const { nameOf } = usePicker()
  const [isAsking, setAsking] = useState(false)
  const skip = () => {
    saveSeats([])
    go('payment')
  }
  return (
    <>
      <Button variant="outline" {...props} onClick={seats.length > 0 ? () => setAsking(true) : skip}>
        {label}
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

/** By name, with a link to the place where the first of them is made the next to choose. */
function seatProblems(missing: readonly PartyMember[], { flights, nameOf }: SeatPicker) {
  const [first] = missing
  if (!first) return []
  const names = missing.map(({ id }) => nameOf(id))
  const isMissing = flights.length > 1 ? words.unseatedOnSeveral : words.unseated
  const message =
    names.length > 1 ? words.unseatedTogether({ names: listed(names) }) : isMissing({ name: nameOf(first.id) })
  return [{ message: words.required }, { fieldId: passengerFieldId(first.id), message }]
}

/** Who skips the seats with children is told before what that may mean. */
function ChildrenApart() {
  const { party, seats } = useTrip()
  const count = party.filter(({ type }) => type === 'child').length
  return count > 0 && seats.length === 0 && <Notice>{words.childrenApart({ count })}</Notice>
}

/** One tab a flight: a seat is sold for one flight, not for a direction. */
function Flights() {
  const { seats } = useTrip()
  const picker = usePicker()
  const tabs = picker.flights.map(({ id, way }) => {
    const chosen = seats.filter((seat) => seat.segmentId === id).length
    return { value: id, label: words.flightTab({ route: way, chosen, count: picker.seated.length }) }
  })
  return (
    <Box px={{ base: '4', md: '6' }}>
      <Tabs
        label={words.flightsLabel}
        tabs={tabs}
        value={picker.segmentId}
        onChange={picker.showSegment}
        panelId={PANEL_ID}
      />
    </Box>
  )
}

/** What the tabs control: who sits where on the chosen flight. */
function SeatsOfFlight({ view }: { view: View }) {
  const picker = usePicker()
  const { map, segmentId, flights } = picker
  const flight = flights.find(({ id }) => id === segmentId)
  const segment = flight?.segment
  return (
    <Box id={PANEL_ID} role="tabpanel" aria-label={flight?.way}>
      {map && segment && (
        <Stack gap="5" p={{ base: '4', md: '6' }} borderTop="1px solid {colors.line}">
          <PassengerPicker />
          {picker.hasExitRule && <Notice>{EXIT_RULE}</Notice>}
          {picker.advice && (
            <Notice tone="warning" role="status">
              {picker.advice}
            </Notice>
          )}
          <Hidden role="status">{picker.spokenNews}</Hidden>
          {view === 'map' ? <SeatPlan key={map.id} map={map} segment={segment} /> : <SeatList map={map} />}
        </Stack>
      )}
    </Box>
  )
}

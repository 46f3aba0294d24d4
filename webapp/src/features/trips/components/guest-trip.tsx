'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { CalendarButton } from '@/components/trip/calendar-button'
import { ItineraryButton } from '@/components/trip/itinerary-button'
import { Button } from '@/components/ui/button'
import { Box, Hidden, Row, Stack, Text } from '@/components/ui/layout'
import type { BookingCancelled } from '@/lib/api/types'
import * as detailWords from '@/messages/trips/details'
import * as words from '@/messages/trips/guest'
import {
  dateRange,
  hasDocuments,
  isCancellable,
  isCancelled,
  passengersLabel,
  routeLabel,
  type Trip,
  tripTypeLabel,
} from '../lib/trips'
import { ClaimOffer } from './claim-offer'
import { JustCancelled } from './just-cancelled'
import { Outcome } from './outcome'
import { TripDetails } from './trip-details'

const CancelDialog = dynamic(() => import('./cancel-dialog').then((module) => module.CancelDialog), { ssr: false })

/** One trip on a page of its own, with all that its holder may do with it. */
export function GuestTrip({ trip, onChanged }: { trip: Trip; onChanged: () => Promise<unknown> }) {
  const [isAsking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<BookingCancelled | null>(null)
  const [claimedWords, setClaimedWords] = useState('')
  const { id, claimable } = trip.record
  const isGone = isCancelled(trip)
  const route = routeLabel(trip)
  const cancelled = async (told: BookingCancelled) => {
    await onChanged()
    setAsking(false)
    setAnswer(told)
  }
  const claimed = async (outcome: string) => {
    await onChanged()
    setClaimedWords(outcome)
  }
  return (
    <Stack gap="6">
      {claimedWords && <Outcome>{claimedWords}</Outcome>}
      {answer && !trip.record.cancellation && <JustCancelled trip={trip} answer={answer} />}
      <div>
        <h1>{isGone ? words.cancelledTrip({ route, trip: unbroken }) : unbroken(route)}</h1>
        <Text mt="1" color="fg.muted" textWrap="balance">
          {[tripTypeLabel(trip), dateRange(trip), passengersLabel(trip)].join(' · ')}
        </Text>
      </div>
      {claimable && <ClaimOffer bookingId={id} onClaimed={claimed} />}
      <Hidden as="h2">{words.details}</Hidden>
      <TripDetails trip={trip} isNews={answer !== null} />
      <Row flexDirection={{ base: 'column', md: 'row' }} alignItems="stretch">
        {hasDocuments(trip) && !isGone && <CalendarButton bookingId={id} />}
        {hasDocuments(trip) && <ItineraryButton bookingId={id} />}
        {isCancellable(trip) && (
          <Button variant="outline" color="error.fg" onClick={() => setAsking(true)}>
            {detailWords.cancelBooking}
          </Button>
        )}
      </Row>
      {isAsking && <CancelDialog trip={trip} onClose={() => setAsking(false)} onCancelled={cancelled} />}
    </Stack>
  )
}

const unbroken = (text: string) => (
  <Box as="span" display="inline-block">
    {text}
  </Box>
)

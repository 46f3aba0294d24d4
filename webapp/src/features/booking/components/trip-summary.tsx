'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AirportsNote } from '@/components/offer/airports-note'
import { Countdown } from '@/components/offer/countdown'
import { FareTerms } from '@/components/offer/fare-terms'
import { FeeNote } from '@/components/offer/fee-note'
import { LapBagsNote } from '@/components/offer/lap-bags-note'
import { PriceLines } from '@/components/offer/price-lines'
import { RefundNote } from '@/components/offer/refund-note'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Aside } from '@/components/ui/aside'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Box, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { Slice } from '@/lib/api/types'
import { piecesInWords } from '@/lib/bags'
import { goneWords } from '@/lib/countdown'
import { formatJourneyDay, formatTime } from '@/lib/dates'
import { flightsLine, stopLabel } from '@/lib/flight-words'
import { arrivalDayOffset, fareName, firstSegment, includedBags, lastSegment, stopCount } from '@/lib/flights'
import * as bagWords from '@/messages/booking/bags'
import * as words from '@/messages/booking/flow'
import * as priceWords from '@/messages/components/offer/price'
import { useOfferStatus, useTrip } from '../hooks/booking-contexts'
import { useKnownPassengers } from '../hooks/use-known-passengers'
import { bagKey, priceOf } from '../lib/bag-choices'
import { nameInside } from '../lib/bag-words'
import { seatsTotal } from '../lib/seat-choices'
import { wayOf } from '../lib/way-of'

const Legs = chakra('ul', {
  base: {
    '--mark': '2rem',
    display: 'grid',
    gap: '4',
    my: '4',
    pb: '4',
    borderBottom: '1px solid {colors.line}',
    textStyle: 'sm',
    '& li': {
      display: 'grid',
      gridTemplateColumns: '2rem minmax(0, 1fr) auto',
      gap: '0 0.75rem',
      alignItems: 'center',
    },
    '& b': { display: 'block' },
    '& small, & .stops': { textStyle: 'xs', color: 'fg.muted', display: 'block' },
  },
})

function Leg({ slice }: { slice: Slice }) {
  const [first, last] = [firstSegment(slice), lastSegment(slice)]
  if (!first || !last) return null
  const times = {
    day: formatJourneyDay(first.departing_at),
    departure: formatTime(first.departing_at),
    arrival: formatTime(last.arriving_at),
  }
  const days = arrivalDayOffset(slice)
  return (
    <li>
      <AirlineMark code={first.marketing_carrier.iata_code} />
      <div>
        <b>{wayOf({ origin: first.origin, destination: last.destination })}</b>
        <small>
          {days === 0 ? words.times(times) : words.timesOtherDay({ ...times, days: days > 0 ? `+${days}` : days })}
        </small>
        <small>{flightsLine(slice)}</small>
      </div>
      <span className="stops">{stopLabel(stopCount(slice))}</span>
    </li>
  )
}

/** What is bought beside the fare: the seats in one line, and each bag in one of its own. */
function useSeatsAndBags() {
  const { offer, seats, bags } = useTrip()
  const passengers = useKnownPassengers()
  const bagLines = bags.map((bag) => ({
    id: bagKey(bag),
    label: bagWords.summaryLine({
      bags: piecesInWords(offer.slices, bag),
      name: nameInside(passengers[bag.traveler], bag.traveler),
    }),
    amount: priceOf(bag).amount,
  }))
  if (seats.length === 0) return bagLines
  return [{ id: 'seats', label: words.chosenSeats({ count: seats.length }), amount: seatsTotal(seats) }, ...bagLines]
}

/** What is being bought, at what price, until when. */
export function TripSummary() {
  const { offer, bags, step, total } = useTrip()
  const { isGone, expiresAt } = useOfferStatus()
  const seatsAndBags = useSeatsAndBags()
  return (
    <Aside top={{ lg: '5rem' }}>
      <Card as="section" padded aria-label={words.tripTitle}>
        <CardTitle>{words.tripTitle}</CardTitle>
        <Legs>
          {offer.slices.map((slice) => (
            <Leg key={slice.id} slice={slice} />
          ))}
        </Legs>
        <AirportsNote slices={offer.slices} mb="4" />
        <PriceLines price={offer.price} seatsAndBags={seatsAndBags} total={total} />
        <Box mt="2" mb="4">
          <Text textStyle="xs" color="fg.muted">
            {priceWords.priceForAll}
          </Text>
          {step === 'payment' && <FeeNote offer={offer} />}
        </Box>
        {isGone ? (
          <Notice tone="error" icon="clock">
            {goneWords(expiresAt)}
          </Notice>
        ) : (
          <Countdown expiresAt={expiresAt} />
        )}
      </Card>
      <Card as="section" padded aria-label={words.fareTitle}>
        <CardTitle mb="4">{fareName(offer.slices) ?? words.fareTitle}</CardTitle>
        <FareTerms bags={includedBags(offer.slices)} hasBought={bags.length > 0} conditions={offer.conditions} />
        <LapBagsNote passengers={offer.passengers} />
        <RefundNote conditions={offer.conditions} />
      </Card>
    </Aside>
  )
}

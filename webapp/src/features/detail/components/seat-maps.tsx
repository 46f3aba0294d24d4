'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { AirlineWait } from '@/components/offer/airline-wait'
import { lookOf } from '@/components/offer/cabin'
import { SeatChart } from '@/components/offer/seat-chart'
import { legendOf } from '@/components/offer/seat-legend'
import { SeatLegend } from '@/components/offer/seat-mark'
import { Card } from '@/components/ui/card'
import { Box, Hidden, Text } from '@/components/ui/layout'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { useSeatMaps } from '@/lib/api/offers'
import { untilBack } from '@/lib/api/retry'
import type { Offer, SeatMap, Segment } from '@/lib/api/types'
import { flightNumber } from '@/lib/flights'
import { formatTotal } from '@/lib/money'
import { isRestricted, letterOf, type SeatElement } from '@/lib/seats'
import { seatOffer } from '@/lib/sold-seats'
import * as sharedSeatWords from '@/messages/components/seats'
import * as words from '@/messages/detail/seats'
import * as flightWords from '@/messages/lib/flights'

const Sides = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 13rem' },
    gap: '6',
    alignItems: 'start',
  },
})

/** A seat to look at: its letter, its state as shape, its number and price for readers. */
function Seat({ element }: { element: SeatElement }) {
  const text = seatWords(element)
  return (
    <span className={`seat ${seatLook(element)}`} title={text}>
      <span aria-hidden="true">{letterOf(element)}</span>
      <Hidden>{text}</Hidden>
    </span>
  )
}

function seatLook(element: SeatElement) {
  const offer = seatOffer(element)
  if (offer) return lookOf(element, offer)
  return isRestricted(element) ? 'unavailable' : 'taken'
}

/** "15A, $18", "15A, taken", "Seat not available" */
function seatWords(element: SeatElement) {
  if (isRestricted(element)) return words.seatUnavailable
  const offer = seatOffer(element)
  const seat = element.designator ?? ''
  return offer ? words.seatPrice({ seat, price: formatTotal(offer.amount, offer.currency) }) : words.seatTaken({ seat })
}

const segmentsOf = (offer: Offer) => offer.slices.flatMap((slice) => slice.segments)

/** The seats of each flight, to look at. They are chosen while booking. */
export function SeatMaps({ offer }: { offer: Offer }) {
  const { data: maps, error } = useSeatMaps(offer.id, untilBack)
  if (error || maps?.length === 0) {
    return (
      <Void drawing="unfinished" title={sharedSeatWords.noMaps} role="status">
        <p>{words.seatsAtCheckIn}</p>
      </Void>
    )
  }
  if (!maps) return <Loading />
  return <Charts maps={maps} segments={segmentsOf(offer)} />
}

function Loading() {
  return (
    <Card padded aria-busy="true">
      <AirlineWait minH="12" textAlign="center">
        <Hidden>{sharedSeatWords.loadingMaps}</Hidden>
      </AirlineWait>
      <Skeleton h="30rem" maxW="24rem" mx="auto" borderRadius="12rem 12rem 0 0" />
    </Card>
  )
}

function Charts({ maps, segments }: { maps: readonly SeatMap[]; segments: readonly Segment[] }) {
  const [chosen, setChosen] = useState(maps[0]?.segment_id ?? '')
  const map = maps.find(({ segment_id: id }) => id === chosen)
  const segment = segments.find(({ id }) => id === chosen)
  const options = maps.map(({ segment_id: id }) => {
    const flown = segments.find((candidate) => candidate.id === id)
    const ends = flown && { from: flown.origin.iata_code, to: flown.destination.iata_code }
    return { value: id, label: ends ? flightWords.route(ends) : id }
  })
  return (
    <Card padded>
      {options.length > 1 && (
        <Box mb="6" overflowX="auto">
          <Segmented legend={words.flight} value={chosen} options={options} onChange={setChosen} />
        </Box>
      )}
      {map && segment && (
        <Sides>
          <SeatChart map={map} flight={flightNumber(segment)} renderSeat={(element) => <Seat element={element} />} />
          <div>
            <SeatLegend entries={legendOf(map)} />
            <Text mt="4" textStyle="xs" color="fg.muted">
              {words.seatPrices}
            </Text>
          </div>
        </Sides>
      )}
    </Card>
  )
}

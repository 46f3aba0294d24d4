'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { AirportsNote } from '@/components/offer/airports-note'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Stack } from '@/components/ui/layout'
import type { Offer, Slice } from '@/lib/api/types'
import { formatDay, formatJourneyDay, formatMinutes } from '@/lib/dates'
import { stopLabel } from '@/lib/flight-words'
import { arrivalDayOffset, firstSegment, lastSegment, sliceMinutes, stopCount } from '@/lib/flights'
import { routeName } from '@/lib/route-name'
import * as words from '@/messages/detail'
import * as flightWords from '@/messages/lib/flights'
import { FareShelf } from './fare-shelf'
import { Timeline } from './timeline'

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '0.5rem 1rem',
    px: { base: '4', md: '6' },
    py: '5',
    borderBottom: '1px solid {colors.line}',
    '& p': { textStyle: 'sm', color: 'fg.muted' },
    '& .length': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '3',
      textStyle: 'sm',
      fontWeight: 'semibold',
      color: 'ink',
    },
    // As long as the airline likes: it may break.
    '& .fare': { py: '1', lineHeight: '1.2', whiteSpace: 'normal' },
  },
})

function SliceCard({ slice, title }: { slice: Slice; title: string }) {
  const day = formatJourneyDay(firstSegment(slice)?.departing_at)
  const route = routeName(slice.origin, slice.destination)
  const arrival = formatDay(lastSegment(slice)?.arriving_at)
  return (
    <Card as="section" aria-label={title}>
      <Head>
        <div>
          <CardTitle>{title}</CardTitle>
          <p>
            {arrivalDayOffset(slice) === 0
              ? words.direction({ day, route })
              : words.directionArriving({ day, route, arrival })}
          </p>
        </div>
        <span className="length">
          {slice.fare_brand_name && (
            <Badge variant="outline" className="fare">
              {slice.fare_brand_name}
            </Badge>
          )}
          <Badge variant="secondary">{stopLabel(stopCount(slice))}</Badge>
          {formatMinutes(sliceMinutes(slice))}
        </span>
      </Head>
      <Timeline slice={slice} />
    </Card>
  )
}

/** One card for each direction, below a warning where they differ in airports, and the fares they are sold on. */
export function FlightDetails({ offer }: { offer: Offer }) {
  return (
    <Stack gap="6">
      <AirportsNote slices={offer.slices} />
      {offer.slices.map((slice, index) => (
        <SliceCard
          key={slice.id}
          slice={slice}
          title={index === 0 ? flightWords.outboundFlight : flightWords.returnFlight}
        />
      ))}
      <FareShelf offer={offer} />
    </Stack>
  )
}

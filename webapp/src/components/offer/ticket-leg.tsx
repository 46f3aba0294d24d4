'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Fragment } from 'react'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Hop } from '@/components/ui/hop'
import { hopStyles } from '@/components/ui/hop-styles'
import type { Segment, Slice } from '@/lib/api/types'
import { formatJourneyDay, formatMinutes, formatTime } from '@/lib/dates'
import { airlineLabel, flightsLine, stopLabel } from '@/lib/flight-words'
import { arrivalDayOffset, firstSegment, lastSegment, layovers, sliceMinutes, stopCount } from '@/lib/flights'
import * as lists from '@/messages/lib/lists'
import { ArrivalDays } from './arrival-days'

const Root = chakra('div', {
  base: {
    '--mark': '2.25rem',
    containerType: 'inline-size',
    '& .leg': {
      display: 'grid',
      gridTemplateColumns: '2.25rem minmax(7rem, 10rem) auto minmax(5rem, 1fr) auto',
      gap: '0.75rem 1rem',
      alignItems: 'center',
    },
    '& .who': { lineHeight: '1.3', textStyle: 'xs', color: 'fg.muted', '& b': { display: 'block', textStyle: 'sm' } },
    '& .point b': { display: 'block', textStyle: 'time' },
    '& .point .sr': { srOnly: true },
    '& .point sup': { ms: '0.5', fontSize: 'micro', color: 'warning.fg', fontWeight: 'semibold' },
    '& .point span': { textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& .hop': { textAlign: 'center', textStyle: 'xs', color: 'fg.muted', '& p:last-child': { mt: '1.5' } },
    '@container (max-width: 560px)': {
      // Both times in one line, though one of the dates below them may take two.
      '& .leg': {
        gridTemplateColumns: 'auto minmax(min-content, 1fr) auto',
        columnGap: '2',
        alignItems: 'start',
      },
      // The mark stands before the airline, over the column of the departure.
      '& .leg > span:first-of-type': { gridColumn: '1', gridRow: '1' },
      '& .who': { gridColumn: '1 / -1', gridRow: '1', ps: 'calc(var(--mark) + 0.75rem)' },
      '& .arrive': { textAlign: 'end' },
      // A date with its year needs the line for itself, and so does each wait.
      '& .point strong, & .stops > span': { display: 'block' },
      '& .stops .comma': { display: 'none' },
    },
    // Two dates with their years and the longest wait do not stand side by side.
    '@container (max-width: 340px)': { '& .point span': { fontSize: 'micro', whiteSpace: 'normal' } },
    ...hopStyles,
  },
})

function Point({ at, code, days = 0, className }: { at: string; code: string; days?: number; className?: string }) {
  return (
    <div className={`point ${className ?? ''}`}>
      <time dateTime={at}>
        <b>
          {formatTime(at)}
          <ArrivalDays days={days} />
        </b>
        <span>
          <strong>{code}</strong> {formatJourneyDay(at)}
        </span>
      </time>
    </div>
  )
}

/** "1 stop, DUB 1h 55m": where that is too wide, a line each. A wait is never broken in two. */
function Stops({ slice }: { slice: Slice }) {
  const waits = layovers(slice).map(({ airport, minutes }) =>
    `${airport} ${formatMinutes(minutes)}`.replaceAll(' ', '\u00a0'),
  )
  return (
    <p className="stops">
      <span>{stopLabel(stopCount(slice))}</span>
      {waits.map((wait) => (
        <Fragment key={wait}>
          <span className="comma">{lists.separator}</span>
          <span>{wait}</span>
        </Fragment>
      ))}
    </p>
  )
}

/** One direction as it stands on a ticket. */
export function TicketLeg({ slice }: { slice: Slice }) {
  const [first, last] = [firstSegment(slice), lastSegment(slice)] as [Segment, Segment]
  return (
    <Root>
      <div className="leg">
        <AirlineMark code={first.marketing_carrier.iata_code} />
        <p className="who">
          <b>{airlineLabel([slice])}</b>
          {flightsLine(slice)}
        </p>
        <Point at={first.departing_at} code={first.origin.iata_code} />
        <div className="hop">
          <p>{formatMinutes(sliceMinutes(slice))}</p>
          <Hop slice={slice} />
          <Stops slice={slice} />
        </div>
        <Point
          className="arrive"
          at={last.arriving_at}
          code={last.destination.iata_code}
          days={arrivalDayOffset(slice)}
        />
      </div>
    </Root>
  )
}

import { ArrivalDays } from '@/components/offer/arrival-days'
import { AirlineMark } from '@/components/ui/airline-mark'
import { Hop } from '@/components/ui/hop'
import type { Segment, Slice } from '@/lib/api/types'
import { formatDay, formatMinutes, formatTime } from '@/lib/dates'
import { airlineLabel, flightsLine, stopLabel } from '@/lib/flight-words'
import { arrivalDayOffset, firstSegment, lastSegment, layovers, sliceMinutes, stopCount } from '@/lib/flights'
import * as lists from '@/messages/lib/lists'

function When({ at, code, days = 0 }: { at: string; code: string; days?: number }) {
  return (
    <>
      <span className="time">
        <time dateTime={at}>{formatTime(at)}</time>
        <ArrivalDays days={days} />
      </span>
      <span className="place">
        <b>{code}</b> {formatDay(at)}
      </span>
    </>
  )
}

function Stops({ slice }: { slice: Slice }) {
  const stops = stopCount(slice)
  const waits = layovers(slice).map(({ airport, minutes }) => `${airport} ${formatMinutes(minutes)}`)
  return (
    <span className={stops === 0 ? 'stops direct' : 'stops'}>
      <b>{stopLabel(stops)}</b> <span>{waits.join(lists.separator)}</span>
    </span>
  )
}

interface Props {
  slice: Slice
  /** "Outbound:", for screen readers. */
  direction: string
}

/** One direction on a results card: who, when, how long and where you wait. */
export function SliceRow({ slice, direction }: Props) {
  const [first, last] = [firstSegment(slice), lastSegment(slice)] as [Segment, Segment]
  return (
    <div className="slice">
      <AirlineMark code={first.marketing_carrier.iata_code} />
      <div className="who">
        <span className="sr">{direction} </span>
        <b>{airlineLabel([slice])}</b>
        <span>{flightsLine(slice)}</span>
      </div>
      <div className="when depart">
        <When at={first.departing_at} code={first.origin.iata_code} />
      </div>
      <div className="hop">
        <span className="length">{formatMinutes(sliceMinutes(slice))}</span>
        <Hop slice={slice} />
        <Stops slice={slice} />
      </div>
      <div className="when arrive">
        <When at={last.arriving_at} code={last.destination.iata_code} days={arrivalDayOffset(slice)} />
      </div>
    </div>
  )
}

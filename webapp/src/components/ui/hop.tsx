'use client'
import type { Slice } from '@/lib/api/types'
import { durationMinutes } from '@/lib/dates'
import { layovers } from '@/lib/flights'

interface Piece {
  kind: 'flight' | 'wait'
  from: number
  to: number
}

/** Flights and waits of a slice as shares of its time, 0 to 100; equal shares where a time is not known. */
function hopPieces(slice: Slice): Piece[] {
  const waits = layovers(slice).map((layover) => layover.minutes)
  const minutes = slice.segments.flatMap((segment, index) => {
    const flight = { kind: 'flight' as const, minutes: durationMinutes(segment.duration) ?? 60 }
    const wait = { kind: 'wait' as const, minutes: Math.max(0, waits[index] ?? 60) }
    return index < waits.length ? [flight, wait] : [flight]
  })
  const total = minutes.reduce((sum, piece) => sum + piece.minutes, 0) || 1
  let at = 0
  return minutes.map(({ kind, minutes: length }) => {
    const from = at
    at += (length / total) * 100
    return { kind, from, to: at }
  })
}

/** An arc as high as its share of the way. */
function arc({ from, to }: Piece) {
  const width = to - from
  const top = 22 - Math.min(22, 8 + width * 0.18)
  return `M${from} 22C${from + width * 0.25} ${top} ${to - width * 0.25} ${top} ${to} 22`
}

/** The stop bar: arcs are air, flats are ground. Its parts are styled by the list it stands in. */
export function Hop({ slice }: { slice: Slice }) {
  const pieces = hopPieces(slice)
  const stops = pieces.filter((piece) => piece.kind === 'wait').flatMap((piece) => [piece.from, piece.to])
  return (
    <div className="hop-line" aria-hidden="true">
      <svg viewBox="0 0 100 22" preserveAspectRatio="none" focusable="false" aria-hidden="true">
        {pieces.map((piece) => (
          <path
            key={piece.from}
            className={piece.kind}
            d={piece.kind === 'flight' ? arc(piece) : `M${piece.from} 22H${piece.to}`}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <i className="end" style={{ left: 0 }} />
      {stops.map((at) => (
        <i key={at} style={{ left: `${at}%` }} />
      ))}
      <i className="end" style={{ left: '100%' }} />
    </div>
  )
}

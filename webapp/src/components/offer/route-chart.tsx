'use client'
import { useMemo } from 'react'
import type { Place } from '@/lib/api/types'
import { type Point, project } from '@/lib/globe'
import { useLand } from '@/lib/land'
import {
  type Frame,
  flightPath,
  frames,
  graticule,
  isNamedBelow,
  isNamedBelowBeside,
  landDots,
  mapView,
} from '@/lib/route-chart'
import { PHONE, useMedia } from '@/lib/use-media'

/** Styles of the chart, for the deep ground that it lies on. */
export const routeChartStyles = {
  '& > .chart': {
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    boxSize: 'full',
    fill: 'none',
    stroke: 'color-mix(in oklab, {colors.accent} 45%, #ffffff)',
    // The map ends where the words begin: behind them its dots would flicker.
    // From the right, as the drawing lies.
    '&.wide': { maskImage: 'linear-gradient(270deg, #000 24.5rem, transparent 31rem)' },
    '&.tall': {
      maskImage:
        'linear-gradient(180deg, transparent 27%, #000 42%, #000 71%, transparent 83%), linear-gradient(90deg, transparent, #000 8%, #000 92%, transparent)',
      maskComposite: 'intersect',
    },
  },
  '& .grid': { strokeWidth: '1', opacity: '0.16' },
  '& .land': { strokeWidth: '2.4', strokeLinecap: 'round', opacity: '0.34', animation: 'fade-in 320ms' },
  '& .hot': {
    stroke: 'accent',
    strokeWidth: '2.25',
    strokeDasharray: '1',
    animation: 'draw 900ms cubic-bezier(0.2, 0, 0, 1)',
  },
  '& .limb': { strokeWidth: '1', opacity: '0.3' },
  '& .back': { strokeWidth: '1.5', strokeDasharray: '1 5', strokeLinecap: 'round' },
  '& .chart g circle': { fill: 'deep', stroke: 'accent', strokeWidth: '2.25' },
  '& .chart text': {
    fill: '#ffffff',
    stroke: 'deep',
    strokeWidth: '4',
    strokeLinejoin: 'round',
    paintOrder: 'stroke',
    fontSize: '13px',
    fontWeight: '600',
    letterSpacing: '0.04em',
  },
} as const

interface Stop {
  code: string
  point: Point
}

const toStop = ({ iata_code: code, latitude, longitude }: Place): Stop[] =>
  latitude === null || longitude === null ? [] : [{ code, point: { latitude, longitude } }]

/** The route as stops; none where a place has no coordinates. */
function toStops(places: readonly Place[]) {
  const stops = places.flatMap(toStop)
  return stops.length === places.length ? stops : []
}

const codes = (stops: readonly Stop[]) => stops.map(({ code }) => code).join()

interface Props {
  places: readonly Place[]
  /** The way back, drawn where it is another than the way out. */
  back?: readonly Place[]
}

/** Flights as arcs over the part of the globe they cross. The words beside it say what it shows. */
export function RouteChart({ places, back = [] }: Props) {
  const isPhone = useMedia(PHONE)
  const out = toStops(places)
  const home = toStops(back)
  if (out.length < 2) return null
  const isSameWay = codes(home) === codes(out.toReversed())
  const drawing = { out, back: isSameWay ? [] : home }
  return <Drawing shape={isPhone ? 'tall' : 'wide'} {...drawing} />
}

interface DrawingProps {
  shape: keyof typeof frames
  out: readonly Stop[]
  back: readonly Stop[]
}

function Drawing({ shape, out, back }: DrawingProps) {
  const frame = frames[shape]
  const view = mapView(
    [...out, ...back].map(({ point }) => point),
    frame,
  )
  const onlyBack = back.filter(({ code }) => !out.some((stop) => stop.code === code))
  const legs = (stops: readonly Stop[], line: string) =>
    stops.slice(1).map(({ code, point }, index) => {
      const from = stops[index]?.point ?? point
      return (
        <path
          key={line + code}
          className={line}
          pathLength={line === 'hot' ? 1 : undefined}
          d={flightPath(from, point, view)}
        />
      )
    })
  const route = out.map(({ point }) => point)
  return (
    <svg
      className={`chart ${shape}`}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <Ground view={view} frame={frame} />
      {legs(back, 'back')}
      {legs(out, 'hot')}
      {onlyBack.map((stop) => (
        <Mark key={stop.code} stop={stop} view={view} isBelow={isNamedBelowBeside(stop.point, route, view)} />
      ))}
      {out.map((stop, index) => (
        <Mark key={stop.code} stop={stop} view={view} isBelow={isNamedBelow(index, route, view)} />
      ))}
    </svg>
  )
}

type View = ReturnType<typeof mapView>

function Ground({ view, frame }: { view: View; frame: Frame }) {
  const isLand = useLand()
  const { centre, x, y, radius } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is its numbers; the object is another each time.
  const land = useMemo(
    () => isLand && landDots(view, frame, isLand),
    [isLand, frame, centre.latitude, centre.longitude, x, y, radius],
  )
  return (
    <>
      <circle className="limb" cx={x} cy={y} r={radius} />
      {land && <path className="land" d={land} />}
      {graticule(view).map((line) => (
        <path key={line} className="grid" d={line} />
      ))}
    </>
  )
}

function Mark({ stop: { code, point }, view, isBelow }: { stop: Stop; view: View; isBelow: boolean }) {
  const [x, y] = project(point, view) ?? [0, 0]
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle r="4" />
      <text y={isBelow ? 22 : -12} textAnchor="middle">
        {code}
      </text>
    </g>
  )
}

'use client'
import type { Place } from '@/lib/api/types'
import { type Point, project, routePath } from '@/lib/globe'
import { type Frame, frames, graticule, mapView } from '@/lib/route-chart'

/** Styles of the chart, for the deep ground that it lies on. */
export const routeChartStyles = {
  '& > .chart': {
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    boxSize: 'full',
    fill: 'none',
    stroke: 'color-mix(in oklab, {colors.accent} 45%, #ffffff)',
    '&.wide': {
      display: { base: 'none', md: 'block' },
      maskImage: 'linear-gradient(90deg, transparent 10%, #000 46%)',
    },
    '&.tall': {
      display: { base: 'block', md: 'none' },
      maskImage: 'linear-gradient(180deg, transparent 15%, #000 45%, #000 70%, transparent 95%)',
    },
  },
  '& .grid': { strokeWidth: '1', opacity: '0.22' },
  '& .hot': {
    stroke: 'accent',
    strokeWidth: '2.25',
    strokeDasharray: '1',
    animation: 'draw 900ms cubic-bezier(0.2, 0, 0, 1)',
  },
  '& .chart circle': { fill: 'deep', stroke: 'accent', strokeWidth: '2.25' },
  '& .chart text': { fill: '#ffffff', stroke: 'none', fontSize: '13px', fontWeight: '600', letterSpacing: '0.04em' },
} as const

interface Stop {
  code: string
  point: Point
}

const toStop = ({ iata_code: code, latitude, longitude }: Place): Stop[] =>
  latitude === null || longitude === null ? [] : [{ code, point: { latitude, longitude } }]

/** Flights as great circles on the part of the globe they cross; nothing where a place has no coordinates. */
export function RouteChart({ places }: { places: readonly Place[] }) {
  const stops = places.flatMap(toStop)
  if (stops.length < 2 || stops.length !== places.length) return null
  return (
    <>
      <Drawing className="chart wide" frame={frames.wide} stops={stops} />
      <Drawing className="chart tall" frame={frames.tall} stops={stops} />
    </>
  )
}

function Drawing({ frame, stops, className }: { frame: Frame; stops: readonly Stop[]; className: string }) {
  const view = mapView(
    stops.map(({ point }) => point),
    frame,
  )
  return (
    <svg
      className={className}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {graticule(view).map((line) => (
        <path key={line} className="grid" d={line} />
      ))}
      {stops.slice(1).map(({ code, point }, index) => (
        <path key={code} className="hot" pathLength="1" d={routePath(stops[index]?.point ?? point, point, view)} />
      ))}
      {stops.map(({ code, point }) => {
        const [x, y] = project(point, view) ?? [0, 0]
        return (
          <g key={code} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
            <circle r="4" />
            <text y="-12" textAnchor="middle">
              {code}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

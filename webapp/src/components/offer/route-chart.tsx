'use client'
import type { Place } from '@/lib/api/types'
import { type Point, project, routePath } from '@/lib/globe'
import { FRAME, graticule, mapView } from '@/lib/route-chart'

/** Styles of the chart, for the deep ground that it lies on. */
export const routeChartStyles = {
  '& > svg': {
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    boxSize: 'full',
    fill: 'none',
    stroke: 'color-mix(in oklab, {colors.accent} 45%, #ffffff)',
    maskImage: {
      base: 'linear-gradient(180deg, transparent 20%, #000 55%)',
      md: 'linear-gradient(90deg, transparent 10%, #000 46%)',
    },
  },
  '& .grid': { strokeWidth: '1', opacity: '0.22' },
  '& .hot': {
    stroke: 'accent',
    strokeWidth: '2.25',
    strokeDasharray: '1',
    animation: 'draw 900ms cubic-bezier(0.2, 0, 0, 1)',
  },
  '& circle': { fill: 'deep', stroke: 'accent', strokeWidth: '2.25' },
  '& text': { fill: '#ffffff', stroke: 'none', fontSize: '13px', fontWeight: '600', letterSpacing: '0.04em' },
} as const

const pointOf = ({ latitude, longitude }: Place): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** The outbound flights as great circles on the part of the globe they cross. */
export function RouteChart({ places }: { places: readonly Place[] }) {
  const stops = places.flatMap((place) => {
    const point = pointOf(place)
    return point ? [{ code: place.iata_code, point }] : []
  })
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last || stops.length !== places.length) return null
  const view = mapView(first.point, last.point)
  return (
    <svg viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
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
            <text y={y < 60 ? 22 : -12} textAnchor="middle">
              {code}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

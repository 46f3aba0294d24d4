'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type GlobeView, type Point, project, routePath } from '@/lib/globe'

const places = {
  CMN: { latitude: 33.37, longitude: -7.59 },
  CPH: { latitude: 55.62, longitude: 12.66 },
  DEL: { latitude: 28.57, longitude: 77.1 },
  DXB: { latitude: 25.25, longitude: 55.36 },
  FCO: { latitude: 41.8, longitude: 12.25 },
  HKG: { latitude: 22.31, longitude: 113.92 },
  IST: { latitude: 41.28, longitude: 28.75 },
  JFK: { latitude: 40.64, longitude: -73.78 },
  KEF: { latitude: 63.99, longitude: -22.61 },
  LHR: { latitude: 51.47, longitude: -0.46 },
  LIS: { latitude: 38.78, longitude: -9.14 },
  MIA: { latitude: 25.8, longitude: -80.29 },
  YYZ: { latitude: 43.68, longitude: -79.63 },
} satisfies Record<string, Point>
type Code = keyof typeof places

interface Chart extends GlobeView {
  width: number
  height: number
  /** Land and graticule, drawn for this very view; painted through a mask, so that the brand colours them. */
  land: string
  /** The first is the hot one. */
  routes: readonly [Code, Code][]
  named: readonly Code[]
}

const charts: Record<'hero' | 'band', Chart> = {
  hero: {
    width: 1440,
    height: 520,
    x: 1070,
    y: 640,
    radius: 660,
    centre: { latitude: 1, longitude: -38 },
    land: '/art/globe-hero.svg',
    routes: [
      ['JFK', 'LHR'],
      ['JFK', 'LIS'],
      ['YYZ', 'KEF'],
      ['KEF', 'CPH'],
      ['MIA', 'CMN'],
      ['LHR', 'FCO'],
    ],
    named: ['JFK', 'LHR'],
  },
  band: {
    width: 1200,
    height: 260,
    x: 830,
    y: 400,
    radius: 460,
    centre: { latitude: 4, longitude: 62 },
    land: '/art/globe-band.svg',
    routes: [
      ['LHR', 'DXB'],
      ['DXB', 'HKG'],
      ['IST', 'DEL'],
      ['LHR', 'IST'],
    ],
    named: [],
  },
}

const Root = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    zIndex: '-1',
    overflow: 'hidden',
    // Its names could not be read there.
    _highContrast: { display: 'none' },
    // The globe fades away under the words.
    maskImage: {
      base: 'linear-gradient(90deg, transparent 50%, #000)',
      md: 'linear-gradient(90deg, transparent 73%, #000 96%)',
      lg: 'linear-gradient(90deg, transparent 24%, #000 62%)',
    },
    opacity: { base: '0.55', md: '1' },
    '& > span': {
      position: 'absolute',
      inset: '0',
      bg: 'color-mix(in oklab, {colors.accent} 34%, #ffffff)',
      opacity: '0.55',
      // After the words: they are what the page is waited for.
      animation: 'fade-in 700ms 300ms both',
    },
    '& > svg': { position: 'absolute', inset: '0', boxSize: 'full', fill: 'none' },
    '& path': { stroke: 'color-mix(in oklab, {colors.accent} 55%, #ffffff)', strokeWidth: '1.25', opacity: '0.55' },
    '& .hot': {
      stroke: 'accent',
      strokeWidth: '2.25',
      opacity: '1',
      strokeDasharray: '1',
      animation: 'draw 900ms cubic-bezier(0.2, 0, 0, 1)',
    },
    '& .disc': { fill: 'color-mix(in oklab, var(--brand-secondary) 55%, transparent)', opacity: '0.35' },
    '& .place': { fill: 'deep', stroke: 'color-mix(in oklab, {colors.accent} 55%, #ffffff)', strokeWidth: '1.25' },
    '& .end': { stroke: 'accent', strokeWidth: '2.25' },
    '& text': { fill: '#ffffff', fontSize: '13px', fontWeight: '600', letterSpacing: '0.04em' },
  },
})

function Place({ code, chart, isEnd }: { code: Code; chart: Chart; isEnd: boolean }) {
  const at = project(places[code], chart)
  if (!at) return null
  const [x, y] = at.map((value) => Number(value.toFixed(1))) as [number, number]
  const isWest = x < chart.x
  return (
    <>
      <circle className={isEnd ? 'place end' : 'place'} cx={x} cy={y} r="4" />
      {chart.named.includes(code) && (
        <text x={x + (isWest ? -12 : 10)} y={y - 9} textAnchor={isWest ? 'end' : 'start'}>
          {code}
        </text>
      )}
    </>
  )
}

/** The world behind a deep ground: dotted land, a few routes, one of them hot. Decoration only. */
export function Globe({ of }: { of: keyof typeof charts }) {
  const chart = charts[of]
  const ends: readonly Code[] = chart.routes[0] ?? []
  const codes = [...new Set(chart.routes.flat())]
  const mask = `url(${chart.land}) right top / cover no-repeat`
  return (
    <Root aria-hidden="true">
      <span style={{ mask, WebkitMask: mask }} />
      <svg viewBox={`0 0 ${chart.width} ${chart.height}`} preserveAspectRatio="xMaxYMin slice" aria-hidden="true">
        <circle className="disc" cx={chart.x} cy={chart.y} r={chart.radius} />
        {chart.routes.map(([from, to], index) => (
          <path
            key={`${from}${to}`}
            className={index === 0 ? 'hot' : undefined}
            pathLength="1"
            d={routePath(places[from], places[to], chart)}
          />
        ))}
        {codes.map((code) => (
          <Place key={code} code={code} chart={chart} isEnd={ends.includes(code)} />
        ))}
      </svg>
    </Root>
  )
}

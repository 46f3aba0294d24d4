import { type GlobeView, greatCircle, linePath, middle, type Point, project, routePath, unproject } from '@/lib/globe'

/** A drawing and the part of it that the route fills, in the drawing's own units. */
export interface Frame {
  width: number
  height: number
  route: { x: number; y: number; width: number; height: number }
}

/** Beside the words, and under them. */
export const frames: Record<'wide' | 'tall', Frame> = {
  wide: { width: 800, height: 250, route: { x: 430, y: 45, width: 320, height: 140 } },
  tall: { width: 360, height: 320, route: { x: 40, y: 152, width: 280, height: 64 } },
}

/** Nearer than this a city and its neighbour would look a continent apart. */
const LARGEST_RADIUS = 3000

/** The globe turned so that the places face the reader, as near as shows them all. */
export function mapView(points: readonly Point[], { route }: Frame): GlobeView {
  const unit: GlobeView = { centre: middle(points), x: 0, y: 0, radius: 1 }
  const places = points.map((point) => project(point, unit)).filter((place) => place !== null)
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const radius = Math.min(LARGEST_RADIUS, route.width / (right - left), route.height / (bottom - top))
  return {
    centre: unit.centre,
    radius,
    x: route.x + route.width / 2 - ((left + right) / 2) * radius,
    y: route.y + route.height / 2 - ((top + bottom) / 2) * radius,
  }
}

/** How far the middle of a flight rises over the straight line between its ends, as a share of that line. */
const RISE = 0.14

/**
 * The SVG path of a flight. A great circle through the middle of a view looks straight, and so does any short one: a
 * flight rises over its great circle, since arcs are air.
 */
export function flightPath(from: Point, to: Point, view: GlobeView): string {
  const way = greatCircle(from, to)
    .map((point) => project(point, view))
    .filter((place) => place !== null)
  const [start, end] = [way[0], way.at(-1)]
  if (!start || !end) return ''
  const [across, down] = [end[0] - start[0], end[1] - start[1]]
  const upward = across < 0 ? -1 : 1
  return linePath(
    way.map(([x, y], index) => {
      const share = index / Math.max(1, way.length - 1)
      const lift = 4 * RISE * share * (1 - share) * upward
      return [x + down * lift, y - across * lift]
    }),
  )
}

/** Of a line between two crossings: the nearest view still shows no corners. */
const GRID_STEPS = 4

/** Meridians and parallels each 15 degrees around the middle of a view. */
export function graticule(view: GlobeView): string[] {
  const { latitude, longitude } = view.centre
  const around = (value: number) => [-45, -30, -15, 0, 15, 30, 45].map((step) => Math.round(value / 15) * 15 + step)
  const line = (points: Point[]) =>
    points
      .slice(1)
      .map((point, index) => routePath(points[index] ?? point, point, view, GRID_STEPS))
      .join('')
  const steps = Array.from({ length: 25 }, (_, step) => step * 7.5 - 90)
  const meridians = around(longitude).map((value) => line(steps.map((at) => ({ latitude: at, longitude: value }))))
  const parallels = around(latitude)
    .filter((value) => Math.abs(value) < 90)
    .map((value) => line(steps.map((at) => ({ latitude: value, longitude: longitude + at }))))
  return [...meridians, ...parallels].filter((path) => path !== '')
}

const DOT_PITCH = 7

/** Land as dots, as far apart at every scale: an SVG path of points for a line with round ends. */
export function landDots(view: GlobeView, { width, height }: Frame, isLand: (place: Point) => boolean): string {
  const rowHeight = DOT_PITCH * Math.sin(Math.PI / 3)
  const dots: string[] = []
  for (let row = 0; row * rowHeight < height; row += 1) {
    const y = row * rowHeight
    for (let x = row % 2 === 0 ? 0 : DOT_PITCH / 2; x < width; x += DOT_PITCH) {
      const place = unproject([x, y], view)
      if (place && isLand(place)) dots.push(`M${x} ${y.toFixed(1)}h0`)
    }
  }
  return dots.join('')
}

/** Below a place from which the route only leads up, so that the name stands clear of the lines; else above. */
export function isNamedBelow(index: number, route: readonly Point[], view: GlobeView) {
  const height = (at: number) => (route[at] && project(route[at], view)?.[1]) ?? null
  const own = height(index)
  const neighbours = [height(index - 1), height(index + 1)].filter((y) => y !== null)
  return own !== null && neighbours.every((y) => y < own)
}

/** Two names that are no further apart lie over each other. */
const NAME_WIDTH = 40

/** The same of a place off the route: on the other side of a place of the route that it lies beside. */
export function isNamedBelowBeside(place: Point, route: readonly Point[], view: GlobeView) {
  const at = project(place, view)
  const beside = route.findIndex((point) => {
    const other = project(point, view)
    return at && other && Math.hypot(at[0] - other[0], at[1] - other[1]) < NAME_WIDTH
  })
  return beside >= 0 && !isNamedBelow(beside, route, view)
}

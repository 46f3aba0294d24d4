import { type GlobeView, greatCircle, type Point, routePath } from '@/lib/globe'

/** The drawing's own units; the right three fifths belong to the route. */
export const FRAME = { width: 800, height: 250 }
const MIDDLE = { x: 540, y: 165 }
const ROUTE_WIDTH = 380
const SMALLEST_RADIUS = 260
const LARGEST_RADIUS = 2600

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Degrees between two places on the great circle. */
function distance(a: Point, b: Point) {
  const [from, to, east] = [radians(a.latitude), radians(b.latitude), radians(b.longitude - a.longitude)]
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(east)
  return Math.acos(Math.min(1, Math.max(-1, cosine)))
}

/** The globe turned so that the middle of the way faces the reader, as near as shows both ends. */
export function mapView(from: Point, to: Point): GlobeView {
  const way = greatCircle(from, to)
  const centre = way[Math.floor(way.length / 2)] ?? from
  const half = Math.sin(Math.min(distance(from, to), Math.PI * 0.95) / 2)
  const radius = Math.min(LARGEST_RADIUS, Math.max(SMALLEST_RADIUS, ROUTE_WIDTH / 2 / Math.max(half, 0.01)))
  return { centre, ...MIDDLE, radius }
}

/** Meridians and parallels each 15 degrees around the middle of a view. */
export function graticule(view: GlobeView): string[] {
  const { latitude, longitude } = view.centre
  const around = (value: number) => [-45, -30, -15, 0, 15, 30, 45].map((step) => Math.round(value / 15) * 15 + step)
  const line = (points: Point[]) =>
    points
      .slice(1)
      .map((point, index) => routePath(points[index] ?? point, point, view))
      .join('')
  const steps = Array.from({ length: 25 }, (_, step) => step * 7.5 - 90)
  const meridians = around(longitude).map((value) => line(steps.map((at) => ({ latitude: at, longitude: value }))))
  const parallels = around(latitude)
    .filter((value) => Math.abs(value) < 90)
    .map((value) => line(steps.map((at) => ({ latitude: value, longitude: longitude + at }))))
  return [...meridians, ...parallels].filter((path) => path !== '')
}

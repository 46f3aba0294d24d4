/** A globe seen from far away (orthographic projection), for drawing routes as great circles. */

export interface Point {
  latitude: number
  longitude: number
}

export interface GlobeView {
  /** What lies in the middle of the disc. */
  centre: Point
  /** Of the disc, in the drawing's units. */
  x: number
  y: number
  radius: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Where a point appears, or null when it lies on the far side. */
export function project(point: Point, { centre, x, y, radius }: GlobeView): [number, number] | null {
  const [latitude, centreLatitude] = [radians(point.latitude), radians(centre.latitude)]
  const east = radians(point.longitude - centre.longitude)
  const depth =
    Math.sin(centreLatitude) * Math.sin(latitude) + Math.cos(centreLatitude) * Math.cos(latitude) * Math.cos(east)
  if (depth < 0) return null
  const across = Math.cos(latitude) * Math.sin(east)
  const up =
    Math.cos(centreLatitude) * Math.sin(latitude) - Math.sin(centreLatitude) * Math.cos(latitude) * Math.cos(east)
  return [x + radius * across, y - radius * up]
}

/** The place under a point of the drawing, or null beside the disc. */
export function unproject(at: [number, number], { centre, x, y, radius }: GlobeView): Point | null {
  const [across, up] = [(at[0] - x) / radius, (y - at[1]) / radius]
  const distance = Math.hypot(across, up)
  if (distance > 1) return null
  const depth = Math.sqrt(1 - distance * distance)
  const [sin, cos] = [Math.sin(radians(centre.latitude)), Math.cos(radians(centre.latitude))]
  const east = Math.atan2(across, depth * cos - up * sin)
  return {
    latitude: (Math.asin(depth * sin + up * cos) * 180) / Math.PI,
    longitude: centre.longitude + (east * 180) / Math.PI,
  }
}

type Vector = [number, number, number]

const toVector = ({ latitude, longitude }: Point): Vector => {
  const [lat, lon] = [radians(latitude), radians(longitude)]
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)]
}

const toPoint = ([x, y, z]: Vector): Point => ({
  latitude: (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI,
  longitude: (Math.atan2(y, x) * 180) / Math.PI,
})

/** The middle of places on the globe: the direction of the sum of their directions. */
export const middle = (points: readonly Point[]) =>
  toPoint(
    points.map(toVector).reduce<Vector>(([x, y, z], [east, north, up]) => [x + east, y + north, z + up], [0, 0, 0]),
  )

/** Points along the shortest way between two places, both ends included. */
export function greatCircle(from: Point, to: Point, steps = 64): Point[] {
  const [a, b] = [toVector(from), toVector(to)]
  const angle = Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])))
  if (angle === 0) return [from, to]
  return Array.from({ length: steps + 1 }, (_, step) => {
    const share = step / steps
    const [p, q] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)]
    return toPoint([p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]])
  })
}

/** The SVG path of a route, as far as it lies on the near side. */
export function routePath(from: Point, to: Point, view: GlobeView, steps?: number): string {
  return linePath(
    greatCircle(from, to, steps)
      .map((point) => project(point, view))
      .filter((place) => place !== null),
  )
}

/** The SVG path through places of the drawing. */
export const linePath = (places: readonly (readonly [number, number])[]) =>
  places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

// Draws src/lib/land.json, where land is, from Natural Earth's 1:50m land (public domain) in the TopoJSON of the npm
// package world-atlas:  node tools/gen-land.mjs path/to/land-50m.json
import { readFileSync, writeFileSync } from 'node:fs'

const CELL_DEGREES = 0.5
const [columns, rows] = [360 / CELL_DEGREES, 180 / CELL_DEGREES]

const { arcs, objects, transform } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

/** An arc is a first point and the steps from each to the next, in whole units of `transform`. */
function decode(arc) {
  const [x, y] = [0, 1].map((axis) => {
    let sum = 0
    return arc.map((step) => {
      sum += step[axis]
      return sum * transform.scale[axis] + transform.translate[axis]
    })
  })
  return x.map((longitude, index) => [longitude, y[index]])
}

const decoded = arcs.map(decode)
/** A ring goes on over the antimeridian, to 180 and beyond; the one around the South Pole is closed over it. */
function ringOf(indices) {
  const points = indices.flatMap((index) => (index < 0 ? decoded[~index].toReversed() : decoded[index]))
  let turns = 0
  const ring = points.map(([x, y], index) => {
    const step = x - (points[index - 1]?.[0] ?? x)
    if (Math.abs(step) > 180) turns -= Math.sign(step)
    return [x + turns * 360, y]
  })
  if (turns === 0) return ring
  return [...ring, [ring.at(-1)[0], -90], [ring[0][0], -90]]
}

const shifted = (ring) => [-360, 0, 360].map((by) => ring.map(([x, y]) => [x + by, y]))
const rings = objects.land.geometries.flatMap(({ type, arcs }) =>
  (type === 'Polygon' ? [arcs] : arcs).flatMap((polygon) => polygon.map(ringOf).flatMap(shifted)),
)

/** Where the coast crosses a parallel, from west to east: between the first and the second lies land, and so on. */
function crossings(latitude) {
  const found = rings.flatMap((ring) =>
    ring.flatMap(([x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length]
      return y > latitude === nextY > latitude ? [] : [x + ((latitude - y) / (nextY - y)) * (nextX - x)]
    }),
  )
  return found.sort((a, b) => a - b)
}

const bits = Buffer.alloc((columns * rows) / 8)
for (let row = 0; row < rows; row += 1) {
  const coast = crossings(90 - (row + 0.5) * CELL_DEGREES)
  for (let column = 0; column < columns; column += 1) {
    const longitude = -180 + (column + 0.5) * CELL_DEGREES
    const isLand = coast.filter((x) => x < longitude).length % 2 === 1
    const at = row * columns + column
    if (isLand) bits[at >> 3] |= 1 << (at & 7)
  }
}

const land = { columns, rows, bits: bits.toString('base64') }
writeFileSync(new URL('../src/lib/land.json', import.meta.url), `${JSON.stringify(land, null, 2)}\n`)

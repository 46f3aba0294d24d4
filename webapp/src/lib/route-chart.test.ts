import { expect, test } from 'vitest'
import { project, unproject } from './globe'
import { flightPath, frames, isNamedBelow, isNamedBelowBeside, landDots, mapView } from './route-chart'

const newYork = { latitude: 40.64, longitude: -73.78 }
const london = { latitude: 51.47, longitude: -0.46 }
const lisbon = { latitude: 38.78, longitude: -9.14 }
const view = mapView([newYork, lisbon, london], frames.wide)

test.each([
  ['New York', newYork],
  ['Lisbon', lisbon],
  ['London', london],
])('%s lies within the part of the drawing that is the route’s, and is found there again', (_, place) => {
  const { x, y, width, height } = frames.wide.route
  const [across, down] = project(place, view) as [number, number]
  const found = unproject([across, down], view)

  expect(across).toBeGreaterThanOrEqual(x - 0.01)
  expect(across).toBeLessThanOrEqual(x + width + 0.01)
  expect(down).toBeGreaterThanOrEqual(y - 0.01)
  expect(down).toBeLessThanOrEqual(y + height + 0.01)
  expect(found?.latitude).toBeCloseTo(place.latitude)
  expect(found?.longitude).toBeCloseTo(place.longitude)
})

type Pair = [number, number]
const denver = { latitude: 39.86, longitude: -104.67 }

test.each([
  ['far', newYork, london],
  ['near', london, lisbon],
  ['west', newYork, denver],
])('a flight is drawn as an arc that rises between its ends: %s', (_, from, to) => {
  const direct = mapView([from, to], frames.wide)
  const points = flightPath(from, to, direct)
    .split(/[ML]/)
    .slice(1)
    .map((pair) => pair.split(' ').map(Number) as Pair)
  const [start, middle, end] = [points[0], points[points.length >> 1], points.at(-1)] as [Pair, Pair, Pair]
  const line = Math.hypot(end[0] - start[0], end[1] - start[1])
  const offLine =
    Math.abs((end[0] - start[0]) * (start[1] - middle[1]) - (start[0] - middle[0]) * (end[1] - start[1])) / line

  expect(offLine / line).toBeGreaterThan(0.12)
  expect(middle[1]).toBeLessThan((start[1] + end[1]) / 2)
  for (const [x, y] of points) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(frames.wide.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(frames.wide.height)
  }
})

test('beside the globe there is no place', () => {
  expect(unproject([view.x + view.radius + 1, view.y], view)).toBeNull()
})

test('land is dotted where it lies', () => {
  const nothing = landDots(view, frames.wide, () => false)
  const north = landDots(view, frames.wide, ({ latitude }) => latitude > 45)

  expect(nothing).toBe('')
  expect(north).toMatch(/^(M[\d.]+ [\d.]+h0)+$/)
})

test('a place is named below where the route only leads up from it', () => {
  const route = [newYork, lisbon, london]

  expect(route.map((_, index) => isNamedBelow(index, route, view))).toEqual([false, true, false])
})

test('a place beside one of the route is named on its other side', () => {
  const newark = { latitude: 40.69, longitude: -74.17 }
  const gatwick = { latitude: 51.15, longitude: -0.19 }
  const oporto = { latitude: 41.24, longitude: -8.68 }
  const reykjavik = { latitude: 63.99, longitude: -22.61 }
  const route = [newYork, lisbon, london]

  const sides = [newark, gatwick, oporto, reykjavik].map((place) => isNamedBelowBeside(place, route, view))
  expect(sides).toEqual([true, true, false, false])
})

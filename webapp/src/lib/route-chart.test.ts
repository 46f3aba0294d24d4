import { expect, test } from 'vitest'
import { project, unproject } from './globe'
import { frames, isNamedBelow, landDots, mapView } from './route-chart'

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

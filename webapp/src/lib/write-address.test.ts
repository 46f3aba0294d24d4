// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { writeAddress } from './write-address'

const standAt = (address: string) => window.history.replaceState(null, '', address)
const address = () => window.location.pathname + window.location.search

beforeEach(() => standAt('/'))

test.each([
  ['a page', '/search', '/search?origin=JFK', '/search?sort=fastest'],
  ['a page of many paths', '/flight/', '/flight/off_1', '/flight/off_2'],
  ['the first page', '/', '/?origin=JFK', '/?origin=BOS'],
])('%s writes its own address', (_, page, before, next) => {
  standAt(before)

  expect(writeAddress(page, next)).toBe(true)
  expect(address()).toBe(next)
})

test.each([
  ['/flight/', '/search?origin=JFK', '/flight/off_2'],
  ['/booking', '/flight/off_1', '/booking?step=seats'],
  ['/search', '/searching', '/search?sort=fastest'],
  ['/', '/search', '/?origin=JFK'],
])('who has left %s for %s keeps that address', (page, left, late) => {
  standAt(left)

  expect(writeAddress(page, late)).toBe(false)
  expect(address()).toBe(left)
})

test('a new address is one to go Back from, a replaced one is not', () => {
  standAt('/booking?offer=off_1')
  const { length } = window.history

  writeAddress('/booking', '/booking?offer=off_1&step=passengers')
  expect(window.history.length).toBe(length)
  writeAddress('/booking', '/booking?offer=off_1&step=seats', 'push')
  expect(window.history.length).toBe(length + 1)
})

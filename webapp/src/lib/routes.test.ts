import { expect, test } from 'vitest'
import { routes, safeRedirect, withQuery } from './routes'

test('a query leaves out what is not there', () => {
  expect(withQuery('/search', { origin: 'JFK', returnDate: null, page: 0, x: undefined, y: '' })).toBe(
    '/search?origin=JFK&page=0',
  )
  expect(withQuery('/search?a=1', { b: 2 })).toBe('/search?a=1&b=2')
})

test.each([
  ['/account-settings', '/account-settings'],
  ['/confirm-email', '/confirm-email'],
  ['/flight/off_0000A-1?adults=2', '/flight/off_0000A-1?adults=2'],
  ['/my-trips/../login', '/login'],
  ['/search?origin=JFK#top', '/search?origin=JFK#top'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/search/..//evil.example/search', '/'],
  ['/flight/../../evil', '/'],
  ['/nowhere', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('c8 a login that asks for %j leads to %s', (target, expected) => {
  expect(safeRedirect(target)).toBe(expected)
})

/** Numbers from 0 to `below`, the same ones every time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('c8 no hostile target leads to another site', () => {
  const parts = ['/', '\\', '..', '.', '\t', '\n', '\r', ' ', '%2f', '%5c', '%2e', ':', '@', '?', '#', '\u0000', '//']
  const words = ['evil.example', 'https:', 'javascript:alert(1)', 'login', 'search', 'flight', 'off_1', '[::1]', '。']
  const number = numbers(20_261_125)
  const pick = () => {
    const from = number(4) === 0 ? words : parts
    return from[number(from.length)]
  }
  const site = 'https://agency.example'
  for (let n = 0; n < 10_000; n += 1) {
    const target = `/${Array.from({ length: 1 + number(9) }, pick).join('')}`
    const url = new URL(safeRedirect(target), `${site}/login`)
    expect(url.origin, JSON.stringify(target)).toBe(site)
    expect(url.pathname, JSON.stringify(target)).not.toMatch(/^\/\//)
  }
  expect(safeRedirect(routes.myTrips)).toBe(routes.myTrips)
})

import { expect, test } from 'vitest'
import { safeRedirect, withQuery } from './routes'

test('a query leaves out what is not there', () => {
  expect(withQuery('/search', { origin: 'JFK', returnDate: null, page: 0, x: undefined, y: '' })).toBe(
    '/search?origin=JFK&page=0',
  )
  expect(withQuery('/search?a=1', { b: 2 })).toBe('/search?a=1&b=2')
})

test.each([
  ['/account-settings', '/account-settings'],
  ['/search?origin=JFK#top', '/search?origin=JFK#top'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('c8 a login that asks for %j leads to %s', (target, expected) => {
  expect(safeRedirect(target)).toBe(expected)
})

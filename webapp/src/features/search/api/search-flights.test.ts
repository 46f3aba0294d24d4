import { expect, test } from 'vitest'
import { retryDelay } from '../hooks/use-flight-search'
import { pageOf } from './search-flights'

test.each([
  [0, { page: 1, limit: 30 }],
  [30, { page: 1, limit: 100 }],
  [100, { page: 2, limit: 100 }],
  [230, { page: 3, limit: 100 }],
])('s077 after %i offers comes %j', (previousCount, expected) => {
  expect(pageOf(previousCount)).toEqual(expected)
})

test('a search that is away is asked again ever more slowly, at most every half minute', () => {
  const delays = [1, 2, 3, 4, 5, 6].map((failures) => retryDelay(failures, 0))

  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(retryDelay(1, 1)).toBe(2_500)
})

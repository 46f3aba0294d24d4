import { expect, test } from 'vitest'
import { pageOf } from './search-flights'

test.each([
  [0, { page: 1, limit: 30 }],
  [30, { page: 1, limit: 100 }],
  [100, { page: 2, limit: 100 }],
  [230, { page: 3, limit: 100 }],
])('s077 after %i offers comes %j', (previousCount, expected) => {
  expect(pageOf(previousCount)).toEqual(expected)
})

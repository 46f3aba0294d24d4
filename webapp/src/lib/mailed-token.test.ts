import { expect, test } from 'vitest'
import { tokenOf } from './mailed-token'

test.each([
  ['#token=a_b-c', 'a_b-c'],
  ['#token=', null],
  ['#other=1', null],
  ['', null],
])('the token of the fragment %s', (hash, token) => {
  expect(tokenOf(hash)).toBe(token)
})

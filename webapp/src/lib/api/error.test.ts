import { expect, test } from 'vitest'
import { ApiError, reasonOf } from './error'

const refused = (headers: Record<string, string>) =>
  ApiError.fromResponse(Response.json({ code: 'RATE_LIMITED' }, { status: 429, headers }))

test.each([
  ['', /Please wait a minute/],
  ['60', /Please wait a minute/],
  ['61', /in about 2 minutes\.$/],
  ['4320', /in about 72 minutes\.$/],
  ['7141', /in about 2 hours\.$/],
  ['86400', /in about 24 hours\.$/],
])('who has to wait for "%s" seconds is told how long', async (seconds, told) => {
  const error = await refused(seconds ? { 'retry-after': seconds } : {})

  expect(reasonOf(error, 'x')).toMatch(told)
})

test('a failure without a code of ours has the words of what was tried', () => {
  expect(reasonOf(new TypeError('offline'), 'Not sent.')).toBe('Not sent.')
})

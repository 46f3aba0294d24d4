// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { problem } from '@/testing/server'
import { ApiError } from './api/error'
import { useStandingFailure } from './use-standing-failure'

const failure = (status: number, code: string) => ApiError.fromResponse(problem(status, code, 'x'))

type Shown = readonly [failure: Error | undefined, isTrying: boolean]

const open = (first: Error | undefined) =>
  renderHook(([latest, isTrying]: Shown) => useStandingFailure(latest, isTrying), { initialProps: [first, false] })

test('of failures that are alike the first one stands', async () => {
  const [first, second] = [await failure(503, 'SERVICE_UNAVAILABLE'), await failure(503, 'SERVICE_UNAVAILABLE')]
  const { result, rerender } = open(first)

  rerender([second, false])

  expect(result.current).toBe(first)
})

test('after a try that the visitor asked for the newest one stands', async () => {
  const [first, second] = [await failure(503, 'SERVICE_UNAVAILABLE'), await failure(503, 'SERVICE_UNAVAILABLE')]
  const { result, rerender } = open(first)

  rerender([first, true])
  rerender([second, true])
  rerender([second, false])

  expect(result.current).toBe(second)
})

test.each([
  ['another reason', () => failure(503, 'PROVIDER_UNAVAILABLE')],
  ['a refusal', () => failure(404, 'NOT_FOUND')],
  ['a connection that is lost', async () => ApiError.unreachable(new TypeError('offline'))],
])('%s takes the place of a failure', async (_, other) => {
  const { result, rerender } = open(await failure(503, 'SERVICE_UNAVAILABLE'))
  const next = await other()

  rerender([next, false])

  expect(result.current).toBe(next)
})

test('an answer ends it, and the next failure stands anew', async () => {
  const [first, second] = [await failure(503, 'SERVICE_UNAVAILABLE'), await failure(503, 'SERVICE_UNAVAILABLE')]
  const { result, rerender } = open(first)

  rerender([undefined, false])
  expect(result.current).toBeUndefined()

  rerender([second, false])
  expect(result.current).toBe(second)
})

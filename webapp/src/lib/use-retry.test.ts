// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Deferred, deferred } from '@/testing/deferred'
import { useRetry } from './use-retry'

test.each([
  ['answered', (asked: Deferred) => asked.resolve(null)],
  ['refused', (asked: Deferred) => asked.reject(new Error('Away.'))],
])('who asks again waits until it is %s', async (_, finish) => {
  const asked = deferred()
  const { result } = renderHook(() => useRetry(() => asked.promise))
  expect(result.current.isTrying).toBe(false)

  act(() => result.current.retry())
  expect(result.current.isTrying).toBe(true)

  await act(async () => finish(asked))
  expect(result.current.isTrying).toBe(false)
})

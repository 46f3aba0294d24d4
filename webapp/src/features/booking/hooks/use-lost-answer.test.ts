// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '@/testing/server'
import { useLostAnswer } from './use-lost-answer'

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('r028 while it is asked by itself what became of a booking, the button that asks stays as it is', async () => {
  const fetch = vi.fn().mockResolvedValueOnce(problem(503, 'UNAVAILABLE', 'We are away for a moment.'))
  fetch.mockReturnValue(new Promise(() => undefined))
  vi.stubGlobal('fetch', fetch)
  const order = { offerId: 'off_1', key: 'key_1', paymentId: 'pay_1', sentAt: Date.now() }
  const { result } = renderHook(() => useLostAnswer(order), { wrapper })
  await pass(1)
  expect(result.current).toMatchObject({ isOffline: true, isTrying: false })

  await pass(10_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(result.current.isTrying).toBe(false)

  act(() => result.current.retry())
  expect(result.current.isTrying).toBe(true)
})

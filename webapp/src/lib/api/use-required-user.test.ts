// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queries } from '@/providers/app-providers'
import { traveller } from '@/testing/bookings'
import { problem, serve } from '@/testing/server'
import { useRequiredUser } from './use-required-user'

const USER = 'GET /api/auth/user'
const away = problem(503, 'SERVICE_UNAVAILABLE', 'Away')

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(
    SWRConfig,
    { value: { ...queries, provider: () => new Map(), dedupingInterval: 0, focusThrottleInterval: 0 } },
    children,
  )

/** A user whom the server tells as `told` until the answer changes. */
function open(told: Response | typeof traveller) {
  const asked = { answer: told }
  const calls = serve({ [USER]: () => asked.answer })
  return { asked, calls, ...renderHook(() => useRequiredUser(), { wrapper }) }
}

test('a user who could not be read for a moment is read again by itself, and nobody counts as signed out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { result, asked } = open(away)
  await waitFor(() => expect(result.current.failure).toBeDefined())
  expect(result.current.user).toBeUndefined()

  asked.answer = traveller
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  await waitFor(() => expect(result.current).toMatchObject({ user: traveller, failure: undefined }))
})

test('a user who could not be read is read again at once by `reload`', async () => {
  const { result, asked } = open(away)
  await waitFor(() => expect(result.current.failure).toBeDefined())
  asked.answer = traveller

  await act(async () => void (await result.current.reload()))

  await waitFor(() => expect(result.current.user).toEqual(traveller))
})

test.each([
  ['a user', traveller, traveller],
  ['a guest', problem(401, 'NOT_AUTHENTICATED', 'Not authenticated'), null],
])('%s who is known stays so when a later call fails', async (_, told, known) => {
  const { result, asked, calls } = open(told)
  await waitFor(() => expect(result.current.user).toEqual(known))
  asked.answer = away
  const before = calls.length

  await act(async () => void (await result.current.reload()))

  expect(calls.length).toBeGreaterThan(before)
  expect(result.current).toMatchObject({ user: known, failure: undefined })
})

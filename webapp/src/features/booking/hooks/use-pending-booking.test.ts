// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { booking } from '@/testing/bookings'
import { type Fake, problem, serve } from '@/testing/server'
import { usePendingBooking } from './use-pending-booking'

const ONE = 'GET /api/bookings/bk_1'
const away = problem(503, 'UNAVAILABLE', 'We are away for a moment.')

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)
const open = () => renderHook(() => usePendingBooking('bk_1'), { wrapper })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('r028 a pending booking is read every 3 seconds', async () => {
  const calls = serve({ [ONE]: booking({ status: 'pending', duffelBookingId: '' }) })
  open()

  await pass(9_500)

  expect(calls).toHaveLength(4)
})

test('a booking that cannot be read is asked for ever more seldom, then only by the traveller', async () => {
  const calls = serve({ [ONE]: away })
  const { result } = open()

  const soFar: number[] = []
  for (const ms of [1, 2_000, 4_000, 8_000, 16_000]) {
    await pass(ms)
    soFar.push(calls.length)
  }
  expect(soFar).toEqual([1, 2, 3, 4, 5])
  expect(result.current).toMatchObject({ isOffline: true, hasGivenUp: true })

  await pass(10 * 60_000)
  expect(calls).toHaveLength(5)
  act(() => result.current.retry())
  await pass(1)
  expect(calls).toHaveLength(6)
})

test('once it can be read again the polling goes on', async () => {
  let answer: Fake<typeof ONE> = away
  const calls = serve({ [ONE]: () => answer })
  const { result } = open()
  await pass(1)
  answer = booking({ status: 'pending', duffelBookingId: '' })
  await pass(2_000)
  expect(result.current).toMatchObject({ isOffline: false, hasGivenUp: false })

  await pass(6_500)
  expect(calls.length).toBeGreaterThanOrEqual(4)
})

test('a booking that is not ours is not asked for again', async () => {
  const calls = serve({ [ONE]: problem(404, 'BOOKING_NOT_FOUND', 'There is no such booking.') })
  open()

  await pass(60_000)

  expect(calls).toHaveLength(1)
})

test('once it waits for the traveller, what is asked by itself leaves their button as it is', async () => {
  let answer: Fake<typeof ONE> | Promise<never> = away
  serve({ [ONE]: () => answer })
  const { result } = open()
  for (const ms of [1, 2_000, 4_000, 8_000, 16_000]) await pass(ms)
  answer = new Promise(() => undefined)

  act(() => void window.dispatchEvent(new Event('online')))
  await pass(1)
  expect(result.current.isTrying).toBe(false)

  act(() => result.current.retry())
  expect(result.current.isTrying).toBe(true)
})

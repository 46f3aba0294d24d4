// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { booking, tripData } from '@/testing/bookings'
import { problem, serve } from '@/testing/server'
import { ticketOfRecord } from '../lib/ticket'
import { useTicket } from './use-ticket'

const ONE = 'GET /api/bookings/bk_1'
const withoutNumbers = tripData().passengers.map((passenger) => ({ ...passenger, ticket_numbers: [] }))
const without = booking({ data: { passengers: withoutNumbers } })
const FOLLOW = { areNumbersAwaited: true }

const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)
const open = (record = without) => renderHook(() => useTicket(ticketOfRecord(record)), { wrapper })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('numbers that come a little later than the confirmation are taken up by themselves', async () => {
  let answer = without
  const calls = serve({ [ONE]: () => answer })
  const { result } = open()
  expect(result.current.areNumbersAwaited).toBe(false)
  await pass(1)
  expect(result.current).toMatchObject(FOLLOW)

  answer = booking()
  await pass(20_000)
  expect(result.current).toMatchObject({
    areNumbersAwaited: false,
    ticket: { passengers: [{ name: 'Maya Okafor', ticketNumbers: ['1252106312810'] }] },
  })
  const soFar = calls.length
  await pass(60 * 60_000)
  expect(calls).toHaveLength(soFar)
})

test('numbers that do not come are looked for during five minutes, and said to follow', async () => {
  const calls = serve({ [ONE]: without })
  const { result } = open()

  await pass(60 * 60_000)

  expect(calls.length).toBeGreaterThan(10)
  expect(calls.length).toBeLessThan(20)
  expect(result.current).toMatchObject(FOLLOW)
})

test('a service that is away takes nothing from the ticket, and is asked a few times', async () => {
  const calls = serve({ [ONE]: problem(503, 'SERVICE_UNAVAILABLE', 'We are away for a moment.') })
  const { result } = open()

  await pass(60 * 60_000)

  expect(calls.length).toBeLessThan(10)
  expect(result.current).toMatchObject({ ...FOLLOW, ticket: { reference: 'JTVMSN' } })
})

test('a ticket with all its numbers asks for nothing', async () => {
  const calls = serve({ [ONE]: booking() })
  const { result } = open(booking())
  await pass(60_000)

  expect(calls).toEqual([])
  expect(result.current.areNumbersAwaited).toBe(false)
})

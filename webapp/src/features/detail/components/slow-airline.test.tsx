import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { SeatMaps } from './seat-maps'
import { Loading } from './states'

const WAIT = 'The airline is checking price and seats. This can take up to 40 seconds.'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the flight page says after three seconds what it waits for', async () => {
  setup(<Loading />)
  await pass(2900)
  expect(screen.getByText(/^We are asking the airline/)).toBeVisible()
  expect(screen.queryByText(WAIT)).toBeNull()

  await pass(200)
  expect(screen.getByText(WAIT)).toBeVisible()
  expect(screen.getByText(WAIT)).toHaveAttribute('role', 'status')
})

test('a seat map that takes 38 seconds is said to be waited for, and is shown when it comes', async () => {
  const answer = () => new Promise<never>((resolve) => setTimeout(() => resolve([] as never), 38_000))
  serve({ 'GET /api/flights/seatmaps/off_1': answer })
  setup(<SeatMaps offer={offer()} />)
  await pass(3100)
  expect(screen.getByText(WAIT)).toBeVisible()

  await pass(35_000)
  expect(screen.queryByText(WAIT)).toBeNull()
  expect(screen.getByText('Seat Selection Unavailable')).toBeVisible()
})

import { expect, test } from 'vitest'
import { booking, cancelled } from '@/testing/bookings'
import { refreshMs } from './refresh'

const cancelledNow = booking({
  status: 'cancelled',
  cancellation: cancelled({ awaitsCredits: true, cancelledAt: new Date().toISOString() }),
})
const awaiting = booking({
  status: 'cancelled',
  cancellation: cancelled({ refundTo: 'airline_credits', awaitsCredits: true }),
})

test.each([
  ['is not there', undefined, 0],
  ['is pending', booking({ status: 'pending' }), 10_000],
  ['stands', booking(), 0],
  ['was cancelled for money', booking({ status: 'cancelled', cancellation: cancelled() }), 0],
  ['awaits credits', awaiting, 15_000],
  [
    'has all the credits that the server expects',
    booking({ status: 'cancelled', cancellation: cancelled({ refundTo: 'airline_credits' }) }),
    0,
  ],
])('a booking that %s is read again accordingly', (_, record, ms) => {
  expect(refreshMs(record, Date.now())).toBe(ms)
})

test('credits are awaited for five minutes, a pending booking for as long as the page is open', () => {
  const longAgo = Date.now() - 5 * 60_000

  expect(refreshMs(awaiting, longAgo)).toBe(0)
  expect(refreshMs(cancelledNow, longAgo)).toBe(15_000)
  expect(refreshMs(booking({ status: 'pending' }), longAgo)).toBe(10_000)
})

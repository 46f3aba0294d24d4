import { expect, test } from 'vitest'
import { airlineCredit, booking, cancelled } from '@/testing/bookings'
import { refreshMs } from './refresh'

const credited = (...codes: (string | null)[]) =>
  booking({
    status: 'cancelled',
    cancellation: cancelled({
      refundTo: 'airline_credits',
      credits: codes.map((code) => airlineCredit({ code })),
    }),
  })

test.each([
  ['is not there', undefined, 0],
  ['is pending', booking({ status: 'pending' }), 10_000],
  ['stands', booking(), 0],
  ['was cancelled for money', booking({ status: 'cancelled', cancellation: cancelled() }), 0],
  ['has a credit without a code', credited('A1', null), 15_000],
  ['has a credit that the airline has not named', credited(), 15_000],
  ['has the codes of its credits', credited('A1', 'A2'), 0],
])('a booking that %s is read again accordingly', (_, record, ms) => {
  expect(refreshMs(record)).toBe(ms)
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Cancellation } from '@/lib/api/types'
import { booking, bookingFailure, cancelled, usd } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { toTrip } from '../lib/trips'
import { TripCard } from './trip-card'

const show = (cancellation: Cancellation | null) =>
  setup(<TripCard trip={toTrip(booking({ status: 'cancelled', cancellation }))} onDetails={() => undefined} />)

test.each<[Partial<Cancellation>, string]>([
  [{ refundStatus: 'pending' }, '$813.50 refund on its way'],
  [{ refundStatus: 'succeeded' }, '$813.50 refunded'],
  [{ refundStatus: 'failed' }, '$813.50 refund delayed'],
  [{ refund: usd('0.00'), refundStatus: 'none' }, 'No card refund'],
  [{ refund: null, refundTo: 'voucher' }, 'No card refund'],
  [{ refund: usd('0.00'), refundTo: 'airline_credits', credit: usd('700.00') }, '$700 airline credit'],
])('r037 a cancelled trip with %j is headed by what came back', (part, headline) => {
  show(cancelled(part))

  const paid = screen.getByText('of $1,338.50 paid')
  expect(paid.parentElement).toHaveTextContent(`${headline}of $1,338.50 paid`)
})

test('s159 any other trip is headed by its total', () => {
  show(null)

  expect(screen.getByText('$1,338.50')).toBeVisible()
  expect(screen.queryByText(/paid/)).toBeNull()
})

test('r030 a booking that failed while its money is on its way back says so, and nothing of confirming', () => {
  const failure = bookingFailure('BOOKING_FAILED', { money: null })
  setup(<TripCard trip={toTrip(booking({ status: 'pending', failure }))} onDetails={() => undefined} />)

  const card = screen.getByRole('article')
  expect(card).toHaveTextContent('We couldn’t book this flight.')
  expect(card).toHaveTextContent('is being returned')
  expect(card).not.toHaveTextContent(/is confirming|Departs/)
})

test('s159 a cancelled trip begins with that and speaks of its flights in the past', () => {
  show(cancelled({}))

  const card = screen.getByRole('article')
  expect(card.textContent).toMatch(/Cancelled.*New York.*Was due to depart 19:30 from JFK/)
  expect(card).not.toHaveTextContent('Departs')
})

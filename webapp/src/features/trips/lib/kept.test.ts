import { expect, test } from 'vitest'
import { tripData, usd } from '@/testing/bookings'
import { keptOf } from './kept'

// Paid 1338.50: 800 of fare and 243.90 of taxes to the airline, 54.50 for seats, 240.10 to us.
const all = [
  ['fare', '800.00'],
  ['taxes', '243.90'],
  ['seats', '54.50'],
  ['our booking fee', '240.10'],
]

test.each([
  ['all that was paid', null, null, '1338.50', all],
  ['all but our booking fee', usd('240.10'), null, '1098.40', all.slice(0, 3)],
  ['a part that only the airline can divide', usd('813.50'), null, '525.00', []],
  ['what is no credit either', usd('240.10'), usd('500.00'), '598.40', []],
])('r037 of a cancelled trip stays %s', (_, refund, credit, amount, parts) => {
  expect(keptOf(tripData(), { refund, credit })).toEqual({ amount: usd(amount), parts })
})

test.each([
  ['everything comes back', tripData(), usd('1338.50')],
  ['the refund is in another currency', tripData(), { amount: '100.00', currency: 'EUR' }],
  ['the trip does not say what was paid', tripData({ total_amount: '' }), usd('1.00')],
])('r037 nothing is said to have stayed where %s', (_, data, refund) => {
  expect(keptOf(data, { refund, credit: null })).toBeNull()
})

test('r037 of a trip that does not say what the airline asked no parts are named', () => {
  expect(keptOf(tripData({ price: null, airline_total: null }), { refund: null, credit: null })).toEqual({
    amount: usd('1338.50'),
    parts: [],
  })
})

import { expect, test } from 'vitest'
import type { Cancellation } from '@/lib/api/types'
import { cancelled, quote, usd } from '@/testing/bookings'
import { promisedCredit, promisedRefund, refundArrival, refundLabel, refundProgress } from './refund'

test.each([
  ['card', usd('813.50'), null, '$813.50 goes back to your card.'],
  ['card', usd('0.00'), null, 'Nothing goes back to your card.'],
  ['card', null, null, 'Nothing goes back to your card.'],
  [
    'voucher',
    usd('23.00'),
    null,
    '$23 goes back to your card. The airline gives you its share as a voucher for its flights.',
  ],
  [
    'voucher',
    usd('23.00'),
    usd('100.50'),
    '$23 goes back to your card. The airline gives you $100.50 as a voucher for its flights.',
  ],
  [
    'airline_credits',
    usd('0.00'),
    usd('500.00'),
    'Nothing goes back to your card. The airline gives you $500 as airline credit for its flights.',
  ],
])('r037 a refund to %s of %j, and %j from the airline', (refundTo, refund, credit, words) => {
  expect(promisedRefund({ refund, refundTo, credit })).toBe(words)
})

test.each([
  ['voucher', usd('700.00'), usd('700.00')],
  ['voucher', usd('0.00'), undefined],
  ['card', usd('700.00'), undefined],
])('r037 without a breakdown, a %s of %j from the airline promises %j', (refundTo, fareRefund, amount) => {
  expect(promisedCredit(quote({ refundTo, fareRefund, breakdown: null }))?.amount).toEqual(amount)
})

test.each([
  ['succeeded', '$813.50 was refunded to your card.'],
  ['pending', 'Your refund of $813.50 is on its way to your card.'],
  ['failed', 'Your refund of $813.50 is delayed. We’re looking into it.'],
])('r037 a refund that is %s', (refundStatus, words) => {
  expect(refundProgress(cancelled({ refundStatus }))).toBe(words)
})

test('r037 a trip without a card refund is labelled with what the airline gives', () => {
  const label = (part: Partial<Cancellation>) =>
    refundLabel(cancelled({ refund: usd('0.00'), refundStatus: 'none', ...part }))

  expect(label({ refundTo: 'airline_credits', credit: usd('500.00') })).toBe('$500 airline credit')
  expect(label({})).toBe('No card refund')
})

test.each([
  ['2026-03-02T23:59:00Z', 'Fri, Mar 20, 2026'],
  ['2026-03-01T00:00:00Z', 'Thu, Mar 19, 2026'],
  ['2026-03-07T12:00:00Z', 'Thu, Mar 26, 2026'],
])('r037 a refund of a trip cancelled at %s is there by %s', (cancelledAt, day) => {
  expect(refundArrival({ refund: usd('813.50'), cancelledAt })).toBe(
    ` Expect it by ${day}: banks take up to 14 business days.`,
  )
  expect(refundArrival({ refund: usd('0.00'), cancelledAt })).toBe('')
})

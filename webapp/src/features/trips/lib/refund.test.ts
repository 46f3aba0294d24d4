import { expect, test } from 'vitest'
import { usd } from '@/testing/bookings'
import { promisedRefund, refundProgress } from './refund'

const promise = { success: true, message: '' }

test.each([
  ['card', usd('813.50'), '$813.50 goes back to your card.'],
  ['card', usd('0.00'), 'Nothing goes back to your card.'],
  ['card', null, 'Nothing goes back to your card.'],
  ['voucher', usd('23.00'), '$23 goes back to your card. The airline gives its part as voucher.'],
  ['airline_credits', usd('0.00'), 'Nothing goes back to your card. The airline gives its part as airline credit.'],
])('r037 a refund to %s of %j', (refundTo, refund, words) => {
  expect(promisedRefund({ ...promise, refund, refundTo })).toBe(words)
})

test.each([
  ['succeeded', '$813.50 was refunded to your card.'],
  ['pending', 'Your refund of $813.50 is on its way to your card.'],
  ['failed', 'Your refund of $813.50 has been held up. We are looking into it.'],
])('r037 a refund that is %s', (refundStatus, words) => {
  const cancellation = { cancelledAt: '2026-11-21T00:00:00Z', refund: usd('813.50'), refundTo: 'card', refundStatus }

  expect(refundProgress(cancellation)).toBe(words)
})

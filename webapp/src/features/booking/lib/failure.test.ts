import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { type FailureKind, failureOf, kindOfText, refusal } from './failure'

const answered = (status: number, body: unknown) =>
  ApiError.fromResponse(new Response(JSON.stringify(body), { status }))

test.each<[number, string, FailureKind]>([
  [402, 'PAYMENT_FAILED', 'payment'],
  [429, 'RATE_LIMITED', 'limited'],
  [409, 'PRICE_CHANGED', 'price'],
  [409, 'MODE_MISMATCH', 'mode'],
  [410, 'OFFER_EXPIRED', 'expired'],
  [404, 'OFFER_NOT_FOUND', 'expired'],
  [422, 'VALIDATION_ERROR', 'fields'],
  [422, 'IDEMPOTENCY_KEY_REUSED', 'booking'],
  [422, 'BOOKING_FAILED', 'refused'],
  [422, 'DOCUMENTS_UNSUPPORTED', 'refused'],
  [422, 'NOT_A_TEST_CARD', 'payment'],
  [402, 'CARDS_UNAVAILABLE', 'payment'],
  [402, 'AMOUNT_TOO_LARGE', 'payment'],
  [503, 'MODE_UNKNOWN', 'unanswered'],
  [502, '', 'unanswered'],
  [500, 'INTERNAL_ERROR', 'unanswered'],
])('r018_%s %s is of kind %s', async (status, code, kind) => {
  expect(failureOf(await answered(status, { code, message: 'x' })).kind).toBe(kind)
})

test('no answer is no failure: what was sent may have arrived', () => {
  expect(failureOf(ApiError.unreachable(new TypeError())).kind).toBe('unanswered')
})

test.each<[string, FailureKind]>([
  ['This offer has expired', 'expired'],
  ['OFFER_EXPIRED', 'expired'],
  ['The offer does not exist', 'expired'],
  ['Your card was declined', 'payment'],
  ['PAYMENT_FAILED', 'payment'],
  ['resource not found', 'payment'],
  ['payment for an expired offer', 'expired'],
  ['Something else', 'booking'],
])('s114_s139_without a code "%s" is of kind %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind)
})

test('a refused card says why in the words of the server', () => {
  expect(refusal('PAYMENT_FAILED', 'Your card has no funds.')).toMatchObject({
    title: 'Payment Failed',
    message: 'Your card has no funds.',
  })
})

test.each([
  ['CARDS_UNAVAILABLE', "We can't take cards at the moment. Nothing was charged."],
  ['AMOUNT_TOO_LARGE', 'One card payment can be USD 999999.99 at most. Please book for fewer travellers at a time.'],
])('%s is told in the words of the server, which know what helps', (code, said) => {
  expect(refusal(code, said)).toMatchObject({ kind: 'payment', message: said })
})

test('r003_a changed price comes with the new one', async () => {
  const price = { amount: '1294', currency: 'USD' }

  expect(failureOf(await answered(409, { code: 'PRICE_CHANGED', message: 'x', price }))).toMatchObject({
    kind: 'price',
    message: 'Nothing was charged. The new price is on the Pay button.',
    price,
  })
})

test('s140_what nobody can name is a failed booking', () => {
  expect(failureOf(new TypeError('x'))).toMatchObject({
    title: 'Booking Failed',
    message: 'Something went wrong. Please try again.',
  })
})

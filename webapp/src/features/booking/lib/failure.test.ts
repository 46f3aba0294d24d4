import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/error'
import { type FailureKind, failureOf, notSold, refusal, refusalOfText } from './failure'

const answered = (status: number, body: unknown) =>
  ApiError.fromResponse(new Response(JSON.stringify(body), { status }))

test.each<[number, string, FailureKind]>([
  [402, 'PAYMENT_FAILED', 'payment'],
  [429, 'RATE_LIMITED', 'limited'],
  [409, 'PRICE_CHANGED', 'price'],
  [409, 'MODE_MISMATCH', 'mode'],
  [409, 'BAG_UNAVAILABLE', 'bags'],
  [410, 'OFFER_EXPIRED', 'expired'],
  [404, 'OFFER_NOT_FOUND', 'expired'],
  [422, 'VALIDATION_ERROR', 'fields'],
  [422, 'IDEMPOTENCY_KEY_REUSED', 'booking'],
  [422, 'BOOKING_FAILED', 'refused'],
  [422, 'DOCUMENTS_UNSUPPORTED', 'refused'],
  [422, 'NOT_A_TEST_CARD', 'payment'],
  [402, 'CARDS_UNAVAILABLE', 'payment'],
  [402, 'AMOUNT_TOO_LARGE', 'payment'],
  [402, 'CURRENCY_UNAVAILABLE', 'payment'],
  [402, 'PAYMENT_NOT_FOR_BOOKING', 'payment'],
  [503, 'MODE_UNKNOWN', 'unanswered'],
  [502, '', 'unanswered'],
  [500, 'INTERNAL_ERROR', 'unanswered'],
])('r018_%s %s is of kind %s', async (status, code, kind) => {
  expect(failureOf(await answered(status, { code, message: 'x' })).kind).toBe(kind)
})

test('bag04 a seat or bag that is gone is chosen again on the same offer, and not called a bag', async () => {
  const reason = { code: 'BOOKING_FAILED', reason: 'seat_or_bag_unavailable', money: 'not_charged', message: 'x' }

  expect(failureOf(await answered(422, reason))).toMatchObject({
    kind: 'bags',
    title: 'A seat or bag is no longer available',
    message: 'The airline no longer sells a seat or bag you chose. Please choose again. Nothing was charged.',
  })
})

test.each([
  [undefined, 'Please wait a minute, then try again.'],
  ['1200', 'Please try again in about 20 minutes.'],
])('r018_a payer who asks too often and is to wait %s seconds is told how long that is', async (seconds, words) => {
  const body = JSON.stringify({ code: 'RATE_LIMITED', message: 'x' })
  const headers = new Headers(seconds ? { 'retry-after': seconds } : {})

  expect(failureOf(await ApiError.fromResponse(new Response(body, { status: 429, headers }))).message).toContain(words)
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
  expect(refusalOfText(text).kind).toBe(kind)
  expect(refusal('', text).kind).toBe(kind)
})

test.each([
  ['PAYMENT_FAILED', 'use another card'],
  ['NOT_A_TEST_CARD', '4242 4242 4242 4242'],
  ['LIVE_CARDS_UNAVAILABLE', 'call us'],
  ['CARDS_UNAVAILABLE', 'call us'],
  ['AMOUNT_TOO_LARGE', 'fewer travelers at a time'],
  ['CURRENCY_UNAVAILABLE', 'call us'],
  ['PAYMENT_NOT_FOR_BOOKING', 'enter your card again'],
  ['AUTHENTICATION_REQUIRED', 'Your bank did not confirm'],
  ['CARD_EXPIRED', 'has expired'],
  ['INVALID_CARD', 'security code'],
  ['OFFER_NOT_VIEWED', 'open the flight'],
  ['TEST_PAYMENT_IN_LIVE', 'Reload the page'],
  ['TOO_MANY_ATTEMPTS', 'try again later'],
])(
  's138 %s says what helps and that nothing was charged, in the same words whatever the server says',
  (code, helps) => {
    const texts = ['', 'Declined.', 'Nothing has been charged.', 'Es wurde nichts abgebucht.'].map(
      (said) => refusal(code, said).message,
    )

    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain(helps)
    expect(texts[0]?.match(/Nothing was charged\./g)).toHaveLength(1)
  },
)

test.each([
  [
    422,
    { code: 'BOOKING_FAILED', reason: 'seat_taken', money: 'not_charged' },
    'A seat you chose has just been taken. Please choose another one. Nothing was charged.',
  ],
  [
    422,
    { code: 'BOOKING_FAILED', reason: 'airline_refused', money: 'paid_back' },
    'The airline could not confirm this booking. What was taken from your card has been paid back.',
  ],
  [
    409,
    { code: 'BAG_UNAVAILABLE', reason: 'bag_unavailable', money: 'not_charged' },
    'The airline no longer sells a bag you chose. Nothing was charged. Please choose again.',
  ],
  [
    402,
    { code: 'PAYMENT_FAILED', reason: 'payment_cancelled', money: 'not_charged' },
    'You cancelled this payment. Nothing was charged.',
  ],
  [
    402,
    { code: 'PAYMENT_FAILED', reason: 'payment_failed', money: 'not_charged' },
    'Your card was declined or its details are incorrect. Nothing was charged. Please check the card’s details or use another card.',
  ],
  [422, { code: 'BOOKING_FAILED' }, 'The airline could not confirm this booking. Nothing was charged.'],
])('a booking that failed (%s, %j) is told by its reason, whatever the server says', async (status, body, told) => {
  expect(failureOf(await answered(status, { ...body, message: 'x' })).message).toBe(told)
})

test('a code of tomorrow is told by what it is called, not by what is said with it', () => {
  expect(refusal('PAYMENT_METHOD_UNKNOWN', 'x').kind).toBe('payment')
  expect(refusal('OUT_OF_STOCK', 'Your card expired').kind).toBe('booking')
})

test.each([
  ['DOCUMENTS_UNSUPPORTED', 'another identity document'],
  ['FORBIDDEN', 'does not sell this flight here'],
])('an offer that %s keeps from being sold is told before the card', (code, said) => {
  expect(notSold(code).message).toContain(said)
  expect(notSold(code).message).toContain('Nothing was charged.')
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

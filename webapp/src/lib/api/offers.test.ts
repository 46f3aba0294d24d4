// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { BRIEFLY_MS, verifyOffer } from './offers'

const answer = (status: number, body: unknown) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }))

afterEach(() => vi.restoreAllMocks())

test.each<[string, number, unknown, { isValid: boolean; isGone: boolean; code: string }]>([
  ['a standing offer', 200, { valid: true, message: '' }, { isValid: true, isGone: false, code: '' }],
  [
    'valid=false',
    200,
    { valid: false, error: 'OFFER_EXPIRED' },
    { isValid: false, isGone: true, code: 'OFFER_EXPIRED' },
  ],
  ['valid=false without a code', 200, { valid: false }, { isValid: false, isGone: true, code: 'VALIDATION_ERROR' }],
  ['another body', 200, { status: 'ok' }, { isValid: false, isGone: false, code: 'UNEXPECTED_RESPONSE' }],
  ['410', 410, { valid: false }, { isValid: false, isGone: true, code: 'OFFER_EXPIRED' }],
  ['404', 404, { code: 'OFFER_NOT_FOUND' }, { isValid: false, isGone: true, code: 'API_ERROR' }],
  ['503', 503, { code: 'PROVIDER_UNAVAILABLE' }, { isValid: false, isGone: false, code: 'API_ERROR' }],
  ['429', 429, { code: 'RATE_LIMITED' }, { isValid: false, isGone: false, code: 'API_ERROR' }],
])('s197_verification answers %s without raising', async (_, status, body, expected) => {
  answer(status, body)

  expect(await verifyOffer('off_1')).toMatchObject(expected)
})

test.each([
  [400, 'The offer has expired'],
  [422, 'OFFER_EXPIRED'],
  [500, 'This offer does not exist'],
])('s114 r018 a %i that says "%s" is about an offer that is gone', async (status, detail) => {
  answer(status, { detail })

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, isGone: true })
})

test.each([
  [422, 'DOCUMENTS_UNSUPPORTED'],
  [409, 'NOT_SOLD_HERE'],
])('a %i is the last word on an offer that is not gone: %s says why', async (status, code) => {
  answer(status, { code, message: 'x' })

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, isGone: false, isRefused: true, code })
})

test.each([429, 503])('a %i says nothing of the offer', async (status) => {
  answer(status, { message: 'Later.' })

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, isGone: false, isRefused: false })
})

test('s198_no answer is NO_RESPONSE', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, isGone: false, code: 'NO_RESPONSE' })
})

test('s198_an answer that is no JSON is PARSE_ERROR', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>', { status: 200 }))

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, code: 'PARSE_ERROR' })
})

test('s198_without an id nothing is asked', async () => {
  const fetch = answer(200, {})

  expect(await verifyOffer('')).toMatchObject({ code: 'MISSING_OFFER_ID' })
  expect(fetch).not.toHaveBeenCalled()
})

test('r038 a gone offer comes with the one that can be had in its place', async () => {
  const replacement = { offer_id: 'off_2', price: { amount: '1322', currency: 'USD' } }
  answer(410, { valid: false, code: 'OFFER_EXPIRED', replacement })

  expect(await verifyOffer('off_1')).toMatchObject({ isGone: true, replacement })
})

test.each([
  ['as long as an airline may take', undefined, 45_000],
  ['briefly', BRIEFLY_MS, 10_000],
])('an answer is waited for %s', async (_, withinMs, expected) => {
  answer(200, { valid: true })
  const timeout = vi.spyOn(AbortSignal, 'timeout')

  await verifyOffer('off_1', withinMs)

  expect(timeout).toHaveBeenCalledWith(expected)
})

test('a check that is not answered in time ends', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late')))),
  )

  expect(await verifyOffer('off_1', 1)).toMatchObject({ isValid: false, isGone: false, code: 'NO_RESPONSE' })
})

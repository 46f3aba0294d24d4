// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem, serve } from '@/testing/server'
import { useOfferValidity } from './use-offer-validity'

const VERIFY = 'GET /api/flights/verify-offer/off_1'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test.each([30_000, 15_000])('s106 the offer is asked about every %s ms', async (interval) => {
  const calls = serve({ [VERIFY]: { valid: true, message: '', expires_at: '' } })
  renderHook(() => useOfferValidity('off_1', interval))

  await pass(interval - 1)
  expect(calls).toHaveLength(0)
  await pass(1)
  expect(calls).toHaveLength(1)
  await pass(interval)
  expect(calls).toHaveLength(2)
})

test('s108 a gone offer is known as gone', async () => {
  serve({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'Expired') })
  const { result } = renderHook(() => useOfferValidity('off_1', 15_000))

  await pass(15_000)

  expect(result.current.verification).toMatchObject({ isValid: false, isGone: true })
})

test('nothing is asked any more once the page is left', async () => {
  const calls = serve({ [VERIFY]: { valid: true, message: '', expires_at: '' } })
  const { unmount } = renderHook(() => useOfferValidity('off_1', 15_000))

  unmount()
  await pass(60_000)

  expect(calls).toHaveLength(0)
})

test('r038 an offer is asked about as its time is over', async () => {
  const calls = serve({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'Expired') })
  const inTenSeconds = new Date(Date.now() + 10_000).toISOString()
  const { result } = renderHook(() => useOfferValidity('off_1', 30_000, inTenSeconds))

  await pass(9_999)
  expect(calls).toHaveLength(0)
  await pass(1)
  expect(result.current.verification).toMatchObject({ isGone: true })
})

test('r038 an offer whose time was over before the page came is asked about at once', async () => {
  serve({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'Expired') })
  const { result } = renderHook(() => useOfferValidity('off_1', 30_000, new Date(Date.now() - 1).toISOString()))

  await pass(0)

  expect(result.current.verification).toMatchObject({ isGone: true })
})

test('an offer that is gone stays gone while nobody can say', async () => {
  let answer = problem(410, 'OFFER_EXPIRED', 'Expired')
  serve({ [VERIFY]: () => answer })
  const { result } = renderHook(() => useOfferValidity('off_1', 15_000))
  await pass(15_000)

  answer = problem(503, 'PROVIDER_UNAVAILABLE', 'Away')
  await pass(15_000)

  expect(result.current.verification).toMatchObject({ isGone: true, code: 'OFFER_EXPIRED' })
})

test('r038 an offer that is replaced is asked about no more', async () => {
  const replacement = { offer_id: 'off_2', price: { amount: '1322', currency: 'USD' } }
  const calls = serve({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'Expired', { replacement }) })
  renderHook(() => useOfferValidity('off_1', 15_000))

  await pass(15_000)
  await pass(45_000)

  expect(calls).toHaveLength(1)
})

test('while nobody looks nothing is asked, and at once when somebody does', async () => {
  const calls = serve({ [VERIFY]: { valid: true, message: '', expires_at: '' } })
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  renderHook(() => useOfferValidity('off_1', 15_000))
  await pass(45_000)
  expect(calls).toHaveLength(0)

  isHidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)

  expect(calls).toHaveLength(1)
})

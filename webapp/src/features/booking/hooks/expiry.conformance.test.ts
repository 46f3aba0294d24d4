// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEAVE_AFTER_POLL_MS, LEAVE_AFTER_SUBMIT_MS, useExpiry } from './use-expiry'
import { useExpiryWarning } from './use-expiry-warning'

const { notify, push } = vi.hoisted(() => ({ notify: vi.fn(), push: vi.fn() }))
vi.mock('@/components/ui/toast/notify', () => ({ notify }))
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('s109 five minutes before the end "Offer Expiring Soon" is said, once', () => {
  renderHook(() => useExpiryWarning(new Date(Date.now() + 30 * 60_000).toISOString()))

  vi.advanceTimersByTime(25 * 60_000 - 1)
  expect(notify).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5 * 60_000)
  expect(notify).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Offer Expiring Soon' }))
})

test.each([
  [4 * 60_000, 1],
  [0, 0],
  [-1, 0],
])('s109 an offer with %i ms left when the page opens is warned of %i times', (leftMs, times) => {
  renderHook(() => useExpiryWarning(new Date(Date.now() + leftMs).toISOString()))

  vi.advanceTimersByTime(60_000)
  expect(notify).toHaveBeenCalledTimes(times)
})

test.each([
  ['the poll', LEAVE_AFTER_POLL_MS, 4_000],
  ['the check before paying', LEAVE_AFTER_SUBMIT_MS, 3_000],
])('s110 c007 an offer that %s finds gone leads to the search after its time', (_, delay, expected) => {
  const { result } = renderHook(() => useExpiry('/search?origin=JFK', false))
  act(() => result.current.leave(delay, 'OFFER_EXPIRED'))

  act(() => void vi.advanceTimersByTime(expected - 1))
  expect(push).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(push).toHaveBeenCalledExactlyOnceWith('/search?origin=JFK')
})

test('r038 who has begun to be led away stays once the flights are found under another offer', () => {
  const { result, rerender } = renderHook(({ isReplaced }) => useExpiry('/search', isReplaced), {
    initialProps: { isReplaced: false },
  })
  act(() => result.current.leave(LEAVE_AFTER_SUBMIT_MS, 'OFFER_EXPIRED'))
  expect(result.current.isLeaving).toBe(true)

  rerender({ isReplaced: true })
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current.isLeaving).toBe(false)
  expect(push).not.toHaveBeenCalled()
})

test.each([
  ['OFFER_EXPIRED', 'Flight Offer Expired'],
  ['API_ERROR', 'Offer No Longer Available'],
])('s111 s112 the code %s is told as %s, with the half hour that offers last', (code, title) => {
  const { result } = renderHook(() => useExpiry('/search', false))
  act(() => result.current.leave(4_000, code))

  expect(notify).toHaveBeenCalledWith({
    type: 'error',
    title,
    description:
      'This flight offer has expired. Please return to search and select another flight. Offers typically expire after 30 minutes.',
  })
})

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offer, segment, slice } from '@/testing/offers'
import { noBags } from '../lib/bag-prices'
import { useBagPrices } from './use-bag-prices'

const bare = offer({ id: 'off_1', slices: [slice({ segments: [segment({ baggages: [] })] })] })
const included = offer({ id: 'off_1' })

/** A browser that has not yet told what is in view. */
class BusyObserver {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IntersectionObserver', BusyObserver)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['waits until the browser tells what is in view', bare, false],
  ['is sorted where no card is without a bag', included, true],
])('bag07 a list %s', (_what, one, isSorted) => {
  const list = document.createElement('div')
  list.innerHTML = '<article data-offer="off_1"></article>'
  const reading = { list: { current: list }, isRead: () => false }
  const offers = [one]
  const setBags = vi.fn()
  renderHook(() => useBagPrices({ bags: noBags, setBags, isSorting: true }, reading, offers, offers))

  act(() => void vi.advanceTimersByTime(1_000))

  expect(setBags.mock.calls.length > 0).toBe(isSorted)
})

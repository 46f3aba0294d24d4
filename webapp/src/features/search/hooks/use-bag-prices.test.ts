// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bagPrice } from '@/testing/bag-prices'
import { offer, segment, slice } from '@/testing/offers'
import { want } from '../lib/bag-asking'
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
  const lists = { listed: [one], comparable: [one], shown: [one] }
  const setBags = vi.fn()
  renderHook(() => useBagPrices({ bags: noBags, setBags, isSorting: true }, reading, lists))
  setBags.mockClear()

  act(() => void vi.advanceTimersByTime(1_000))

  expect(setBags.mock.calls.length > 0).toBe(isSorted)
})

/** Keeps each call for bag prices waiting until it is answered, in whichever order. */
function holdCalls() {
  const calls: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => calls.push(resolve)))
  return calls
}

test.each([
  ['first', [0, 1]],
  ['last', [1, 0]],
])('bag07 r039 an answer for a fare that went is ignored where it comes %s', async (_when, order) => {
  const calls = holdCalls()
  const totals = [bagPrice('off_1', '638.00', '150.00', '788.00'), bagPrice('off_1', '660.00', '150.00', '810.00')]
  const repriced = [offer({ ...bare, price: { amount: '660' } })]
  const lists = { listed: repriced, comparable: repriced, shown: repriced }
  const reading = { list: { current: null }, isRead: () => false }
  const { result } = renderHook(() => {
    const [bags, setBags] = useState(() => want(noBags, ['off_1'], [bare]))
    useBagPrices({ bags, setBags, isSorting: false }, reading, lists)
    return { bags, setBags }
  })
  act(() => result.current.setBags((bags) => want(bags, ['off_1'], repriced)))
  expect(calls).toHaveLength(2)

  for (const call of order) {
    calls[call]?.(Response.json([totals[call]]))
    await act(() => vi.advanceTimersByTimeAsync(100))
  }

  expect(result.current.bags.known.get('off_1')).toEqual(totals[1])
})

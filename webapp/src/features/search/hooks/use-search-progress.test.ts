import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { offer } from '@/testing/offers'
import { useSearchProgress } from './use-search-progress'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05'))

/** A stream that tells what a test says. */
class FakeSource extends EventTarget {
  static opened: FakeSource[] = []
  isClosed = false
  constructor(readonly url: string) {
    super()
    FakeSource.opened.push(this)
  }
  close() {
    this.isClosed = true
  }
  tell(name: string, data: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) })))
  }
}

beforeEach(() => {
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => {
  const hook = renderHook(() => useSearchProgress(criteria))
  act(() => void vi.advanceTimersByTime(250))
  return { ...hook, source: FakeSource.opened[0] as FakeSource }
}

test('s066 offers keep the order they came in, with how many airlines have answered', () => {
  const { result, source } = open()

  source.tell('offers', { offers: [offer({ id: 'b' })], answered: 1, asked: 9 })
  source.tell('offers', { offers: [offer({ id: 'a' })], answered: 4, asked: 9 })

  expect(source.url).toMatch(/^\/api\/flights\/search\/stream\?origin=JFK&destination=LHR&.*limit=3/)
  expect(result.current?.offers.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(result.current).toMatchObject({ answered: 4, asked: 9 })
})

test('s066 a search that is known already opens no stream', () => {
  const { unmount } = renderHook(() => useSearchProgress(criteria))
  unmount()
  vi.advanceTimersByTime(1_000)

  expect(FakeSource.opened).toEqual([])
})

test.each(['done', 'error'])('s066 at its %s the stream is closed, for the browser would open it again', (end) => {
  const { source } = open()

  source.tell(end, {})

  expect(source.isClosed).toBe(true)
})

// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { FakeSource } from '@/testing/event-source'
import { offer } from '@/testing/offers'
import { useSearchProgress } from './use-search-progress'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05'))

beforeEach(() => {
  FakeSource.install()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => {
  const hook = renderHook(({ isWaiting }) => useSearchProgress(criteria, isWaiting), {
    initialProps: { isWaiting: true },
  })
  act(() => void vi.advanceTimersByTime(250))
  return { ...hook, source: FakeSource.opened[0] as FakeSource }
}

test('s066 offers keep the order they came in, with how many airlines have answered', () => {
  const { result, source } = open()

  source.tell('offers', { offers: [offer({ id: 'b' })], answered: 1, asked: 9 })
  source.tell('offers', { offers: [offer({ id: 'a' })], answered: 4, asked: 9 })

  expect(source.url).toMatch(/^\/api\/flights\/search\/stream\?origin=JFK&destination=LHR&.*limit=30/)
  expect(result.current.progress?.offers.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(result.current.progress).toMatchObject({ answered: 4, asked: 9 })
})

test('s066 a search that is known already opens no stream', () => {
  const { unmount } = renderHook(() => useSearchProgress(criteria, true))
  unmount()
  vi.advanceTimersByTime(1_000)

  expect(FakeSource.opened).toEqual([])
})

test.each(['done', 'error'])('s066 at its %s the stream is closed, for the browser would open it again', (end) => {
  const { source } = open()

  source.tell(end, {})

  expect(source.isClosed).toBe(true)
})

test('s066 what came stays when the page is there, until it is forgotten', () => {
  const { result, rerender, source } = open()
  source.tell('offers', { offers: [offer({ id: 'a' })], answered: 1, asked: 1 })

  rerender({ isWaiting: false })
  expect(source.isClosed).toBe(true)
  expect(result.current.progress?.offers).toHaveLength(1)

  act(() => result.current.forget())
  expect(result.current.progress).toBeNull()
})

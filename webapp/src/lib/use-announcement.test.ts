// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAnnouncement } from './use-announcement'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the start and the end are told at once, and what comes between them every five seconds', () => {
  const told: string[] = []
  const { result, rerender } = renderHook(({ words, isGoingOn }) => useAnnouncement(words, isGoingOn), {
    initialProps: { words: 'Searching', isGoingOn: true },
  })
  const hear = () => void (told.at(-1) !== result.current && told.push(result.current))
  hear()
  for (let answered = 1; answered <= 17; answered += 1) {
    act(() => void vi.advanceTimersByTime(400))
    rerender({ words: `${answered} answered`, isGoingOn: true })
    hear()
  }
  rerender({ words: '196 flights found', isGoingOn: false })
  hear()

  expect(told).toEqual(['Searching', '12 answered', '196 flights found'])
})

test('day06 a process may ask for shorter pauses', () => {
  const { result, rerender } = renderHook(({ words }) => useAnnouncement(words, true, 3_000), {
    initialProps: { words: 'Looked up 0 of 31' },
  })
  rerender({ words: 'Looked up 1 of 31' })
  act(() => void vi.advanceTimersByTime(2_999))
  expect(result.current).toBe('Looked up 0 of 31')

  act(() => void vi.advanceTimersByTime(1))

  expect(result.current).toBe('Looked up 1 of 31')
})

test('the last progress is announced even if nothing follows it', () => {
  const { result, rerender } = renderHook(({ words }) => useAnnouncement(words, true), {
    initialProps: { words: 'Searching' },
  })
  rerender({ words: '3 answered' })
  expect(result.current).toBe('Searching')

  act(() => void vi.advanceTimersByTime(5_000))

  expect(result.current).toBe('3 answered')
})

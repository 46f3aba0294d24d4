// @vitest-environment jsdom
import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHeldFailure } from './use-held-failure'

const away = new Error('away')

const open = (first: Error | undefined) =>
  renderHook((latest: Error | undefined) => useHeldFailure(latest, false), { initialProps: first })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failure is shown at once, and gives way to an answer', () => {
  const { result, rerender } = open(undefined)

  rerender(away)
  expect(result.current).toBe(away)

  rerender(undefined)
  expect(result.current).toBeUndefined()
})

test('a failure stays while something is pressed, until the click', () => {
  const { result, rerender } = open(away)
  fireEvent.pointerDown(document.body)

  rerender(undefined)
  expect(result.current).toBe(away)

  fireEvent.pointerUp(document.body)
  fireEvent.click(document.body)
  act(() => void vi.advanceTimersByTime(0))
  expect(result.current).toBeUndefined()
})

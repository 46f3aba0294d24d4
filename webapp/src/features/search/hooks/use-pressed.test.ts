// @vitest-environment jsdom
import { fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePressed } from './use-pressed'

const list = document.createElement('div')
const card = document.createElement('a')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  list.append(card)
  document.body.append(list)
})
afterEach(() => {
  list.remove()
  vi.useRealTimers()
})

const watch = () => renderHook(() => usePressed({ current: list })).result.current

test('an element is pressed while a finger is down in it, and until its click has come', () => {
  const isPressed = watch()
  expect(isPressed()).toBe(false)

  fireEvent.pointerDown(card)
  vi.advanceTimersByTime(5_000)
  expect(isPressed()).toBe(true)

  fireEvent.pointerUp(card)
  vi.advanceTimersByTime(300)
  expect(isPressed()).toBe(true)
  vi.advanceTimersByTime(200)
  expect(isPressed()).toBe(false)
})

test('a finger that scrolls, or is down elsewhere, presses nothing of it', () => {
  const isPressed = watch()

  fireEvent.pointerDown(card)
  fireEvent.pointerCancel(card)
  expect(isPressed()).toBe(false)

  fireEvent.pointerDown(document.body)
  expect(isPressed()).toBe(false)
})

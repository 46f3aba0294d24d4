// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchPresses } from './presses'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Watches a page until the end of a test. */
function watch() {
  const [onPress, onEnd] = [vi.fn(), vi.fn()]
  const unwatch = watchPresses(onPress, onEnd)
  return { onPress, onEnd, unwatch }
}

function put(html: string) {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}

test.each([
  ['a text field', '<input type="email">'],
  ['a field of no stated kind', '<input>'],
  ['a longer text', '<textarea></textarea>'],
])('a space typed into %s is no press', (_, html) => {
  const { onPress, unwatch } = watch()
  fireEvent.keyDown(put(html), { key: ' ' })
  expect(onPress).not.toHaveBeenCalled()
  unwatch()
})

test.each([
  ['a button', '<button></button>'],
  ['a checkbox', '<input type="checkbox">'],
  ['a choice of several', '<input type="radio">'],
])('the space bar presses %s', (_, html) => {
  const { onPress, unwatch } = watch()
  fireEvent.keyDown(put(html), { key: ' ' })
  expect(onPress).toHaveBeenCalledOnce()
  unwatch()
})

test('a key that comes up ends no press of the pointer', () => {
  const { onEnd, unwatch } = watch()
  fireEvent.pointerDown(document.body)
  fireEvent.keyUp(document.body, { key: 'Shift' })
  vi.advanceTimersByTime(1_900)
  expect(onEnd).not.toHaveBeenCalled()

  fireEvent.pointerUp(document.body)
  vi.advanceTimersByTime(100)
  expect(onEnd).toHaveBeenCalledOnce()
  unwatch()
})

test.each(['pointerUp', 'pointerCancel'] as const)('%s ends no press of the space bar', (end) => {
  const { onEnd, unwatch } = watch()
  fireEvent.keyDown(document.body, { key: ' ' })
  fireEvent[end](document.body)
  vi.advanceTimersByTime(1_900)
  expect(onEnd).not.toHaveBeenCalled()

  fireEvent.keyUp(document.body, { key: ' ' })
  vi.advanceTimersByTime(100)
  expect(onEnd).toHaveBeenCalledOnce()
  unwatch()
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useUndisturbed } from './use-undisturbed'

function Probe({ value }: { value: string }) {
  return <output>{useUndisturbed(value)}</output>
}

function open() {
  const { rerender } = render(<Probe value="first" />)
  return (value: string) => rerender(<Probe value={value} />)
}

const shown = () => screen.getByRole('status').textContent
const passed = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a value is shown at once while nothing is pressed', () => {
  const show = open()
  show('second')
  expect(shown()).toBe('second')
})

test.each([
  ['a pointer', () => fireEvent.pointerDown(document.body), () => fireEvent.pointerUp(document.body)],
  ['a finger that moves on', () => fireEvent.pointerDown(document.body), () => fireEvent.pointerCancel(document.body)],
  ['the space bar', () => fireEvent.keyDown(document.body, { key: ' ' }), () => fireEvent.keyUp(document.body)],
  [
    'a key, in a window that is left',
    () => fireEvent.keyDown(document.body, { key: ' ' }),
    () => fireEvent.blur(window),
  ],
])('a value waits for the click of %s', (_, press, release) => {
  const show = open()
  press()
  show('second')
  passed(1_900)
  expect(shown()).toBe('first')

  release()
  expect(shown()).toBe('first')
  passed(100)
  expect(shown()).toBe('second')
})

test('a value waits for no more than the click', () => {
  const show = open()
  fireEvent.pointerDown(document.body)
  show('second')
  fireEvent.pointerUp(document.body)
  fireEvent.click(document.body)
  expect(shown()).toBe('first')

  passed(0)
  expect(shown()).toBe('second')
})

test('a key that clicks as it goes down holds nothing back', () => {
  const show = open()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  show('second')
  expect(shown()).toBe('second')
})

test('a second press begun meanwhile is waited for too', () => {
  const show = open()
  fireEvent.pointerDown(document.body)
  show('second')
  fireEvent.pointerUp(document.body)
  fireEvent.pointerDown(document.body)
  passed(1_000)
  expect(shown()).toBe('first')
})

test('a press that takes the focus from a field goes on', () => {
  const show = open()
  fireEvent.pointerDown(document.body)
  fireEvent.blur(document.body)
  show('second')
  passed(1_900)
  expect(shown()).toBe('first')
})

test('a right click holds nothing back: its end may never be told', () => {
  const show = open()
  fireEvent.pointerDown(document.body, { button: 2 })
  fireEvent.contextMenu(document.body)
  show('second')
  expect(shown()).toBe('second')
})

test('a press whose end is never told holds a value back for two seconds', () => {
  const show = open()
  fireEvent.pointerDown(document.body)
  show('second')
  passed(2_000)
  expect(shown()).toBe('second')
})

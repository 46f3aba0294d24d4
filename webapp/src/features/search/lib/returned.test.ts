// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetReturn, isAsReturned, noteFocusIsBack, noteListStands, noteReturn } from './returned'

beforeEach(() => {
  vi.useFakeTimers()
  noteReturn()
})
afterEach(() => {
  forgetReturn()
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('a list is as Back has led to it until some seconds after it stands, however long it has come', () => {
  vi.advanceTimersByTime(60_000)
  expect(isAsReturned()).toBe(true)

  noteListStands()
  vi.advanceTimersByTime(5_000)
  noteListStands()
  expect(isAsReturned()).toBe(true)

  vi.advanceTimersByTime(3_000)
  expect(isAsReturned()).toBe(false)
})

test('the end of one return is not that of the next', () => {
  noteListStands()
  vi.advanceTimersByTime(7_000)
  noteReturn()

  vi.advanceTimersByTime(7_000)

  expect(isAsReturned()).toBe(true)
})

test('a focus that goes on from the link that has it again ends it', () => {
  document.body.innerHTML = '<a href="/flight/2"></a><button></button>'
  const [link, button] = [...document.body.children] as [HTMLElement, HTMLElement]
  link.focus()
  noteFocusIsBack(link)
  link.blur()
  link.focus()
  expect(isAsReturned()).toBe(true)

  button.focus()
  expect(isAsReturned()).toBe(false)
})

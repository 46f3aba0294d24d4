import { afterEach, expect, test, vi } from 'vitest'
import { reveal } from './reveal'

const SETTLE_MS = 1_000

function page(top: number, height = 40) {
  document.body.innerHTML = '<p id="error" tabindex="-1">Choose a seat</p><input>'
  const error = document.querySelector('p') as HTMLElement
  vi.spyOn(error, 'getBoundingClientRect').mockImplementation(() => ({ top, height }) as DOMRect)
  const scroll = vi.spyOn(error, 'scrollIntoView').mockImplementation(() => undefined)
  return { error, scroll, moveTo: (next: number) => (top = next) }
}
const scrollEnds = () => document.dispatchEvent(new Event('scrollend'))

afterEach(() => vi.useRealTimers())

test('r009 what is out of sight gets the focus and comes into sight at once', () => {
  const { error, scroll } = page(-400)
  reveal(error)

  expect(error).toHaveFocus()
  expect(scroll).toHaveBeenCalledWith({ behavior: 'instant', block: 'center' })
})

test('what is longer than half the window is read from its beginning', () => {
  const { error, scroll } = page(-400, window.innerHeight)
  reveal(error)

  expect(scroll).toHaveBeenCalledWith({ behavior: 'instant', block: 'start' })
})

test('what is in sight gets the focus and stays where it is', () => {
  const { error, scroll } = page(300)
  reveal(error)

  expect(error).toHaveFocus()
  expect(scroll).not.toHaveBeenCalled()
})

test('r009 a scroll that was under way takes nothing out of sight', () => {
  const { error, scroll, moveTo } = page(300)
  reveal(error)
  moveTo(2_000)
  scrollEnds()

  expect(scroll).toHaveBeenCalledTimes(1)
})

test('who has gone on, or scrolls later, is not taken back', () => {
  vi.useFakeTimers()
  const { error, scroll, moveTo } = page(300)
  reveal(error)
  moveTo(2_000)
  document.querySelector('input')?.focus()
  scrollEnds()
  error.focus()
  vi.advanceTimersByTime(SETTLE_MS)
  scrollEnds()

  expect(scroll).not.toHaveBeenCalled()
})

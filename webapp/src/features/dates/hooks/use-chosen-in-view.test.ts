// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useChosenInView } from './use-chosen-in-view'

/** Sizes of an element, which no layout of jsdom gives it. */
const size = (element: Element, sizes: Partial<Record<keyof HTMLElement, number>>) => {
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(element, name, { value })
}

/** A frame of a phone with a chosen cell, of which `heads` are fixed at the top and at the left. */
function frameOf(heads: { top: number; start: number }, direction = 'ltr') {
  const frame = document.createElement('div')
  frame.innerHTML = '<table><tbody><tr><td><a aria-current="true"></a></td></tr></tbody></table>'
  size(frame, { clientWidth: 260, clientHeight: 160 })
  size(frame.querySelector('td') as Element, { offsetLeft: 500, offsetTop: 700, offsetWidth: 104, offsetHeight: 60 })
  vi.spyOn(window, 'getComputedStyle').mockReturnValue({
    scrollPaddingTop: heads.top ? `${heads.top}px` : 'auto',
    scrollPaddingInlineStart: heads.start ? `${heads.start}px` : 'auto',
    direction,
  } as CSSStyleDeclaration)
  renderHook(() => useChosenInView({ current: frame }))
  return frame
}

test('day04 the chosen column comes into view whole, beside the fixed one', () => {
  const { scrollLeft } = frameOf({ top: 0, start: 91 })

  expect(500 - scrollLeft).toBeGreaterThanOrEqual(91)
  expect(500 + 104 - scrollLeft).toBeLessThanOrEqual(260)
})

test('day04 where days go from right to left, it comes into view whole on the other side', () => {
  const { scrollLeft } = frameOf({ top: 0, start: 91 }, 'rtl')

  expect(500 - scrollLeft).toBeGreaterThanOrEqual(0)
  expect(500 + 104 - scrollLeft).toBeLessThanOrEqual(260 - 91)
})

test('day03 the chosen day of the table comes into view whole, below its heads', () => {
  const { scrollTop } = frameOf({ top: 48, start: 0 })

  expect([700 - scrollTop - 48, 160 - (700 + 60 - scrollTop)]).toEqual([26, 26])
})

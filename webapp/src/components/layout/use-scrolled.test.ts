// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useScrolled } from './use-scrolled'

const scrollTo = (y: number) =>
  act(() => {
    Object.assign(window, { scrollY: y })
    window.dispatchEvent(new Event('scroll'))
  })

afterEach(() => scrollTo(0))

describe('s018 the header changes after more than ten pixels', () => {
  it('and changes back only near the top', () => {
    const { result } = renderHook(useScrolled)
    const answers = [0, 10, 11, 12, 10, 5, 4, 5, 10].map((y) => {
      scrollTo(y)
      return result.current
    })

    expect(answers).toEqual([false, false, true, true, true, true, false, false, false])
  })

  it('a page that opens further down is scrolled from the start', () => {
    Object.assign(window, { scrollY: 300 })

    expect(renderHook(useScrolled).result.current).toBe(true)
  })
})

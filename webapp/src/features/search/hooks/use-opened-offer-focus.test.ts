// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { offer } from '@/testing/offers'
import { isAsReturned } from '../lib/returned'
import { noteOpened, useOpenedOfferFocus } from './use-opened-offer-focus'

afterEach(() => vi.useRealTimers())

test('a list is as Back has led to it until some seconds after its flights stand', () => {
  vi.useFakeTimers()
  noteOpened('2')
  window.dispatchEvent(new PopStateEvent('popstate'))
  const list = { current: document.createElement('div') }
  const none: readonly Offer[] = []
  const { rerender } = renderHook((shown) => useOpenedOfferFocus(list, shown), { initialProps: none })
  vi.advanceTimersByTime(60_000)
  expect(isAsReturned()).toBe(true)

  rerender([offer()])
  expect(isAsReturned()).toBe(true)
  vi.advanceTimersByTime(8_000)

  expect(isAsReturned()).toBe(false)
})

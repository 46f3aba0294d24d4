// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { offer } from '@/testing/offers'
import { useFound } from './use-found'

const START = Date.parse('2026-11-26T15:00:00Z')
const at = (amount: string) => ({ ...offer().price, amount })

beforeEach(() => vi.useFakeTimers({ now: START }))
afterEach(() => vi.useRealTimers())

test('day04 day05 a price that a search has found is of the time when it was found, however long it stands', () => {
  const { result, rerender } = renderHook((price: ReturnType<typeof at> | null) => useFound(price), {
    initialProps: at('700.00') as ReturnType<typeof at> | null,
  })
  expect(result.current).toMatchObject({ amount: '700.00', observedAt: '2026-11-26T15:00:00.000Z' })

  vi.setSystemTime(START + 60_000)
  rerender(at('700.00'))
  expect(result.current?.observedAt).toBe('2026-11-26T15:00:00.000Z')

  rerender(at('710.00'))
  expect(result.current).toMatchObject({ amount: '710.00', observedAt: '2026-11-26T15:01:00.000Z' })

  rerender(null)
  expect(result.current).toBeNull()
})

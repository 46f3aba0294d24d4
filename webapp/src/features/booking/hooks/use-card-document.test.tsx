import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSystemMode } from '@/lib/api/system-mode'
import { reload } from '@/lib/load-document'
import { useCardDocument } from './use-card-document'

vi.mock('@/lib/api/system-mode')
vi.mock('@/lib/load-document')

const fields = { scriptUrl: 'https://js.example/', publishableKey: 'pk_test_1' }

function loadedAt(path: string, mode: { known?: boolean; cardFields?: typeof fields | null }) {
  const name = `https://fareway.example${path}`
  const entry: PerformanceEntry = { name, entryType: 'navigation', startTime: 0, duration: 0, toJSON: () => ({}) }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  const system = { isLiveMode: false, mode: 'test', known: true, liveCards: false, cardFields: null, ...mode } as const
  vi.mocked(useSystemMode).mockReturnValue(system)
  const { result } = renderHook(() => useCardDocument())
  return result.current
}

test('r008 a booking come to from another page loads its own document where the provider takes the card', () => {
  const isShown = loadedAt('/search?origin=JFK', { cardFields: fields })

  expect(isShown).toBe(false)
  expect(reload).toHaveBeenCalledOnce()
})

test('r008 a document of the booking stays, and is shown before the mode is known', () => {
  const isShown = loadedAt('/booking?offer=off_1', { known: false, cardFields: fields })

  expect(isShown).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

test("r008 without the provider's own fields every document serves", () => {
  const isShown = loadedAt('/search', {})

  expect(isShown).toBe(true)
  expect(reload).not.toHaveBeenCalled()
})

test('r008 nothing is typed into a document that may have to be replaced', () => {
  expect(loadedAt('/search', { known: false })).toBe(false)
})

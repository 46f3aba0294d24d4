// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'
import type { SearchQuery } from '../api/search-flights'
import { useFlightSearch } from './use-flight-search'

const criteria = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&adults=2'),
)
const query: SearchQuery = { criteria, page: 1, limit: 30, sort: 'price-asc' }
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('s072 while a search that is away is asked again by itself, Try Again stays as it is', async () => {
  const fetch = vi.fn().mockResolvedValueOnce(problem(503, 'SEARCH_UNAVAILABLE', 'The search is away.'))
  fetch.mockReturnValue(new Promise(() => undefined))
  vi.stubGlobal('fetch', fetch)
  const { result } = renderHook(() => useFlightSearch(query), { wrapper })
  await pass(1)
  expect(result.current).toMatchObject({ willRetry: true, isTrying: false })

  await pass(3_000)
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(result.current).toMatchObject({ isSearching: true, isTrying: false })

  act(() => result.current.retry())
  expect(result.current.isTrying).toBe(true)
})

test('a refresh tells whether it has brought the answer that was here already', async () => {
  const ids = ['a', 'a', 'b']
  vi.stubGlobal('fetch', async () =>
    Response.json({ offers: [offer({ id: ids.shift() })], total_count: 1, notice: null }),
  )
  const { result } = renderHook(() => useFlightSearch(query), { wrapper })
  await pass(1)
  expect(result.current).toMatchObject({ page: { total_count: 1 }, isRepeated: false })
  const refresh = async () => {
    act(() => void result.current.refresh())
    await pass(1)
  }

  await refresh()
  expect(result.current).toMatchObject({ isSearching: false, isRepeated: true })

  await refresh()
  expect(result.current).toMatchObject({ isSearching: false, isRepeated: false })
})

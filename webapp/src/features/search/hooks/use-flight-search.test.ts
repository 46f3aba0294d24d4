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

test('a search that Try Again has brought back is not asked for once more by itself', async () => {
  const fetch = vi.fn().mockResolvedValueOnce(problem(503, 'SEARCH_UNAVAILABLE', 'The search is away.'))
  fetch.mockImplementation(async () => Response.json({ offers: [offer()], total_count: 1, notice: null }))
  vi.stubGlobal('fetch', fetch)
  const { result } = renderHook(() => useFlightSearch(query), { wrapper })
  await pass(1)
  act(() => result.current.retry())
  await pass(1)
  expect(result.current).toMatchObject({ page: { total_count: 1 }, isTrying: false })

  await pass(3_000)

  expect(fetch).toHaveBeenCalledTimes(2)
})

/** A search whose answers have these offers, one answer after another. */
async function open(...answers: readonly string[][]) {
  const left = [...answers]
  const next = () => left.shift()?.map((id) => offer({ id }))
  vi.stubGlobal('fetch', async () => Response.json({ offers: next(), total_count: 1, notice: null }))
  const { result, rerender } = renderHook((props) => useFlightSearch(props), { wrapper, initialProps: query })
  await pass(1)
  const refresh = async () => {
    act(() => void result.current.refresh())
    await pass(1)
  }
  return { result, rerender, refresh }
}

test('a refresh tells whether it has brought the answer that was here already', async () => {
  const { result, refresh } = await open(['a', 'b'], ['b'], ['c'])
  expect(result.current).toMatchObject({ page: { total_count: 1 }, isRepeated: false })

  await refresh()
  expect(result.current).toMatchObject({ isSearching: false, isRepeated: true })

  await refresh()
  expect(result.current).toMatchObject({ isSearching: false, isRepeated: false })
})

test('that a refresh has brought nothing new is told of that list alone, and not when it comes back', async () => {
  const { result, rerender, refresh } = await open(['a'], ['a'], ['a'])
  await refresh()
  expect(result.current.isRepeated).toBe(true)

  rerender({ ...query, sort: 'best' })
  await pass(1)
  expect(result.current.isRepeated).toBe(false)

  rerender(query)
  await pass(1)
  expect(result.current).toMatchObject({ isSearching: false, isRepeated: false })
})

// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { queries } from '@/providers/app-providers'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'
import { useAllOffers } from './use-all-offers'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05'))
const [near, beyond] = [offer({ id: 'near' }), offer({ id: 'beyond' })]
const page = { offers: [near], total_count: 2, notice: null }
const loaded = page.offers

/** The app's rules for data: by its own rules SWR would repeat every error. */
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { ...queries, provider: () => new Map() } }, children)
const filtered = { isWanted: true, isFiltered: true }
const open = (wanted = filtered) => renderHook(() => useAllOffers(criteria, page, loaded, wanted), { wrapper })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('s083 a filter reaches the offers of later pages, in a list that stays the same until they change', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ offers: [near, beyond], total_count: 2, notice: null }))
  const { result, rerender } = open()
  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(['near', 'beyond']))
  const first = result.current.all

  rerender()

  expect(result.current.all).toBe(first)
})

test('s083 where the airlines were asked again meanwhile, their new offers stand for all', async () => {
  const others = [offer({ id: 'new near' }), offer({ id: 'new beyond' }), offer({ id: 'new last' })]
  vi.stubGlobal('fetch', async () => Response.json({ offers: others, total_count: 3, notice: null }))
  const { result } = open()
  expect(result.current.unloaded).toBe(1)

  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(others.map(({ id }) => id)))

  expect(result.current.unloaded).toBe(0)
})

test('s083 a list that nobody filters stays where the airlines were asked again meanwhile', async () => {
  const fetch = vi.fn(async () => Response.json({ offers: [offer({ id: 'new' })], total_count: 1, notice: null }))
  vi.stubGlobal('fetch', fetch)
  const { result } = open({ isWanted: true, isFiltered: false })

  await waitFor(() => expect(result.current.isComing).toBe(false))

  expect(fetch).toHaveBeenCalled()
  expect(result.current.all).toBe(loaded)
})

test('s083 of an answer that has grown meanwhile the new pages are read too, five at most, and the rest is counted', async () => {
  const pages: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const number = new URL(path, 'http://localhost').searchParams.get('page') ?? ''
    pages.push(number)
    return Response.json({ offers: [offer({ id: `new ${number}` })], total_count: 700, notice: null })
  })
  const { result } = open()

  await waitFor(() => expect(result.current.unloaded).toBe(694))

  expect(pages).toEqual(['1', '2', '3', '4', '5'])
})

test('s083 a page of the search that was away for a moment is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const fetch = vi.fn().mockResolvedValueOnce(problem(503, 'SEARCH_UNAVAILABLE', 'The search is away.'))
  fetch.mockImplementation(async () => Response.json({ offers: [near, beyond], total_count: 2, notice: null }))
  vi.stubGlobal('fetch', fetch)
  const { result } = open()

  await vi.advanceTimersByTimeAsync(3_000)

  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(['near', 'beyond']))
})

test('while pages that were away are asked for again, the list does not wait for them anew', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn().mockResolvedValueOnce(problem(503, 'SEARCH_UNAVAILABLE', 'The search is away.'))
  fetch.mockReturnValue(new Promise(() => undefined))
  vi.stubGlobal('fetch', fetch)
  const { result } = open()
  expect(result.current.isComing).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.isComing).toBe(false)

  await act(() => vi.advanceTimersByTimeAsync(3_000))

  expect(fetch).toHaveBeenCalledTimes(2)
  expect(result.current.isComing).toBe(false)
})

test('without a filter no later page is read', () => {
  const { result } = renderHook(() => useAllOffers(criteria, page, loaded, { isWanted: false, isFiltered: false }))

  expect(result.current.all).toBe(loaded)
})

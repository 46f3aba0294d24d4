// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { deferred } from '@/testing/deferred'
import { FakeSource } from '@/testing/event-source'
import { bagIncluded, offer } from '@/testing/offers'
import { readView } from '../lib/view'
import { useResults } from './use-results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05'
const criteria = readCriteria(new URLSearchParams(SEARCH))
const view = readView(new URLSearchParams())
const all = Array.from({ length: 250 }, (_, place) => offer({ id: `o${place}`, total_amount: String(1000 + place) }))

let query = SEARCH
const push = vi.fn((href: string) => {
  query = href.split('?')[1] ?? ''
})
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  useRouter: () => ({ push }),
}))

afterEach(() => {
  query = SEARCH
  vi.unstubAllGlobals()
})

function serve() {
  vi.stubGlobal('fetch', async (path: string) => {
    const asked = new URL(path, 'http://localhost').searchParams
    const limit = Number(asked.get('limit'))
    const from = (Number(asked.get('page')) - 1) * limit
    return Response.json({ offers: all.slice(from, from + limit), total_count: all.length, notice: null })
  })
}

test('s077 s078 pressed again on the same page, Load More adds the hundred after those and loses none', async () => {
  serve()
  const { result, rerender } = renderHook(() => useResults(criteria, view))
  const shown = (count: number) => waitFor(() => expect(result.current.offers).toHaveLength(count))

  await shown(30)
  for (const count of [100, 200, 250]) {
    act(() => result.current.loadMore())
    rerender()
    await shown(count)
  }

  expect(query).toContain('previousCount=200')
  expect(result.current.offers.map(({ id }) => id)).toEqual(all.map(({ id }) => id))

  // As Back does: the address of fewer again.
  query = query.replace('previousCount=200', 'previousCount=30')
  rerender()
  await shown(100)
})

/** A page that has one offer, of a search with many. */
const pageWith = (id: string, bagFare: string) =>
  Response.json({
    offers: [offer({ id, bag_included: bagIncluded(bagFare, 'Flex', '1500') })],
    total_count: 90,
    notice: null,
  })

test('bag07 of flights that came early the list names no other fare before a page does', async () => {
  const { promise, resolve } = deferred<Response>()
  vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(promise).mockResolvedValue(pageWith('far', 'last')))
  FakeSource.install()
  const other = readCriteria(new URLSearchParams(SEARCH.replace('LHR', 'DUB')))
  const { result, rerender } = renderHook(() => useResults(other, view))
  const named = (fares: Record<string, string | undefined>) =>
    waitFor(() =>
      expect(
        Object.fromEntries(result.current.offers.map(({ id, bag_included }) => [id, bag_included?.offer_id])),
      ).toEqual(fares),
    )
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))

  const early = ['far', 'near'].map((id) => offer({ id, bag_included: bagIncluded('dear', 'Flex', '1900') }))
  FakeSource.opened[0]?.tell('offers', { offers: early, answered: 1, asked: 9 })
  await named({ far: 'dear', near: 'dear' })
  resolve(pageWith('near', 'flex'))
  await named({ far: undefined, near: 'flex' })

  act(() => result.current.loadMore())
  rerender()
  await named({ far: 'last', near: 'flex' })
})

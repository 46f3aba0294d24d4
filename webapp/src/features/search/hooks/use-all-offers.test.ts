// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readCriteria } from '@/lib/criteria'
import { offer } from '@/testing/offers'
import { useAllOffers } from './use-all-offers'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05'))
const [near, beyond] = [offer({ id: 'near' }), offer({ id: 'beyond' })]
const page = { offers: [near], total_count: 2, notice: null }
const loaded = page.offers

test('s083 a filter reaches the offers of later pages, in a list that stays the same until they change', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ offers: [near, beyond], total_count: 2, notice: null }))
  const { result, rerender } = renderHook(() => useAllOffers(criteria, page, loaded, true))
  await waitFor(() => expect(result.current.all.map(({ id }) => id)).toEqual(['near', 'beyond']))
  const first = result.current.all

  rerender()

  expect(result.current.all).toBe(first)
})

test('without a filter no later page is read', () => {
  const { result } = renderHook(() => useAllOffers(criteria, page, loaded, false))

  expect(result.current.all).toBe(loaded)
})

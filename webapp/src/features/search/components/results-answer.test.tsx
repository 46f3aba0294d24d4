import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

const QUERY = 'origin=JFK&destination=LHR&departureDate=2027-03-05&adults=1'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(QUERY),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), back: vi.fn() }),
}))

const late = vi.hoisted(() => {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((whenCome) => {
    resolve = whenCome
  })
  return { promise, come: () => resolve() }
})
vi.mock('./answer', async (original) => {
  await late.promise
  return original()
})

test('flights that come before what draws them leave the outlines of their cards until then', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ offers: [offer()], total_count: 1, notice: null }))
  const { container } = setup(<SearchResults />)
  const outlines = () => container.querySelectorAll('.offer[aria-hidden]')

  await screen.findByText('1 flight')
  expect(outlines()).toHaveLength(3)
  expect(screen.queryByRole('article')).toBeNull()

  await act(async () => late.come())
  expect(await screen.findByRole('article')).toBeVisible()
  expect(outlines()).toHaveLength(0)
})

import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Amount } from '@/lib/api/types'
import { FakeSource } from '@/testing/event-source'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(SEARCH),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), back: vi.fn() }),
}))

const offers = ['1', '2'].map((id) => offer({ id, slices: [sliceBy(id)] }))
const newer = ['3', '4'].map((id) => offer({ id, slices: [sliceBy(id)] }))
const WatchLink = () => <button type="button">Watch this price</button>
const Lowest = ({ lowest }: { lowest?: Amount | null }) => <p>lowest: {lowest?.amount ?? 'unknown'}</p>
let answer: (page: Response) => void

beforeEach(() => {
  FakeSource.install()
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A list whose 16 airlines have all been heard. */
async function findAll() {
  const page = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers, answered: 16, asked: 16 })
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))
  return page
}

test('s066 Back from a flight finds the number of airlines over the list again', async () => {
  const { rerender } = await findAll()
  expect(screen.getByText('2 flights from 16 airlines')).toBeVisible()

  rerender(<p>A flight</p>)
  rerender(<SearchResults />)

  expect(await screen.findByText('2 flights from 16 airlines')).toBeVisible()
  expect(FakeSource.opened).toHaveLength(1)
})

test('s066 a list that is asked for anew names no airlines of the asking before', async () => {
  const { user, rerender } = await findAll()
  await user.click(screen.getByRole('button', { name: 'Refresh Results' }))
  await act(async () => answer(Response.json({ offers: newer, total_count: 2, notice: null })))
  expect(await screen.findByText('2 flights')).toBeVisible()

  rerender(<p>A flight</p>)
  rerender(<SearchResults />)

  expect(await screen.findByText('2 flights')).toBeVisible()
})

test('a refresh that brings nothing newer says so, and when to try again', async () => {
  const { user } = await findAll()

  await user.click(screen.getByRole('button', { name: 'Refresh Results' }))
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))

  const told = () => screen.getAllByText('No newer prices. They can be refreshed once a minute.')
  await waitFor(() => expect(told()).toHaveLength(2))
  expect(told()[0]?.parentElement).toHaveTextContent(/^2 flights/)
  expect(told()[1]).toHaveRole('status')
})

test('a refresh that brings nothing newer says so at its button too, where the list begins below the window', async () => {
  const { user } = await findAll()
  const farBelow = { ...new DOMRect(), top: 2_000 } as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(farBelow)

  await user.click(screen.getByRole('button', { name: 'Refresh Results' }))
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))

  const told = () => screen.getAllByText(/^No newer prices\./)
  await waitFor(() => expect(told()).toHaveLength(3))
  expect(told().filter((text) => text.getAttribute('role') === 'status')).toHaveLength(1)
})

test('s066 airlines of more than five minutes ago are not told of a list that is asked for anew', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { rerender } = await findAll()
  rerender(<p>A flight</p>)
  vi.setSystemTime(Date.now() + 5 * 60_000)

  rerender(<SearchResults />)
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))

  expect(await screen.findByText('2 flights')).toBeVisible()
})

test('watch01 the price can be watched in words beside the count, while the search runs and afterwards', async () => {
  setup(<SearchResults WatchLink={WatchLink} />)
  const link = screen.getByRole('button', { name: 'Watch this price' })
  expect(link.closest('.title')).toHaveTextContent('Searching for the best flight deals')

  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))

  await screen.findByText('2 flights')
  expect(link.closest('.title'), 'what it has opened stays open').toHaveTextContent('2 flights')
  expect(link).toBeInTheDocument()
})

const away = () => Response.json({ code: 'SERVICE_UNAVAILABLE' }, { status: 503 })

test('watch01 an error after the first flights leaves what the link has opened open, and says how many there are', async () => {
  setup(<SearchResults WatchLink={WatchLink} />)
  const link = screen.getByRole('button', { name: 'Watch this price' })
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers, answered: 3, asked: 16 })

  await act(async () => answer(away()))

  expect(await screen.findByRole('alert')).toHaveTextContent('These flights are from a moment ago.')
  expect(link).toBeInTheDocument()
  expect(link.closest('.title')).toHaveTextContent('2 flights')
})

test('watch01 what is watched is given the lowest price, once that is known', async () => {
  setup(<SearchResults Watch={Lowest} WatchLink={Lowest} />)
  expect(screen.getAllByText('lowest: unknown')).toHaveLength(2)

  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  await act(async () => answer(Response.json({ offers, total_count: 2, notice: null })))

  expect(await screen.findAllByText(`lowest: ${offers[0]?.price.amount}`)).toHaveLength(2)
})

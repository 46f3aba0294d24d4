import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { noteChosenAt } from '@/lib/shown-prices'
import { FakeSource } from '@/testing/event-source'
import { offer, segment, slice, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12'
let query = SEARCH
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
}))

const back = (flight: string) => ({ ...sliceBy(flight), id: 'sli_2' })
const trip = (id: string, amount: string, out: string, home: string) =>
  offer({ id, total_amount: amount, price: { amount }, slices: [sliceBy(out), back(home)] })

/** Three go out with flight 1, of which two come back with 7; one goes out with flight 2. */
const found = [
  trip('a', '100', '1', '7'),
  trip('b', '150', '2', '7'),
  trip('c', '200', '1', '8'),
  trip('d', '300', '1', '7'),
]

const serve = (offers: readonly Offer[]) =>
  vi.stubGlobal('fetch', async () => Response.json({ offers, total_count: offers.length, notice: null }))
const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label')?.split('$')[1])
const fold = () => screen.getByRole('button', { name: /with this departure/ })

beforeEach(() => {
  query = SEARCH
})
afterEach(() => vi.unstubAllGlobals())

async function show(offers: readonly Offer[] = found) {
  serve(offers)
  const screen = setup(<SearchResults />)
  await waitFor(cards)
  return screen
}

test('bag07 beside prices with a bag the others say that theirs have none', async () => {
  query = `${SEARCH}&bag=1`
  await show()

  expect(fold()).toHaveAccessibleName(
    '1 more return flight and 1 more fare with this departure, from $200 without added bags',
  )
})

test('s075 the first of each departure stand in order, the others are folded below it, and all are counted', async () => {
  const { user } = await show()

  expect(cards()).toEqual(['100', '150'])
  expect(screen.getByText('4 flights')).toBeVisible()
  expect(screen.getByText('Showing 2 departures with 4 of 4 flights')).toBeVisible()
  expect(fold()).toHaveAccessibleName('1 more return flight and 1 more fare with this departure, from $200')
  expect(fold()).toHaveAttribute('aria-expanded', 'false')

  await user.click(fold())
  expect(cards()).toEqual(['100', '200', '300', '150'])
  expect(fold()).toHaveAttribute('aria-expanded', 'true')
  const third = screen.getAllByRole('article')[2] as HTMLElement
  expect(within(third).getByRole('link', { name: /^View Details/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/flight\/d\?from_origin=JFK/),
  )

  await user.click(fold())
  expect(cards()).toEqual(['100', '150'])
})

test('the keyboard opens a departure, stays on its button, and goes on to its cards', async () => {
  const { user } = await show()
  fold().focus()

  await user.keyboard('{Enter}')
  expect(fold()).toHaveFocus()
  await user.tab()

  expect(screen.getByRole('link', { name: /^View Details.*\$200$/ })).toHaveFocus()
})

test('what is folded is told apart by its way back and its fare', async () => {
  const home = (departing_at: string, fare_brand_name: string) =>
    slice({ segments: [segment({ departing_at })], fare_brand_name })
  const returning = (id: string, homeward: ReturnType<typeof slice>) =>
    offer({ id, price: { amount: '200' }, slices: [sliceBy('1'), homeward] })
  const { user } = await show([
    returning('a', home('2027-03-12T09:00:00', 'Economy Standard')),
    returning('b', home('2027-03-12T21:10:00', 'Economy Standard')),
    returning('c', home('2027-03-12T09:00:00', 'Economy Flex')),
  ])
  await user.click(fold())

  const links = screen.getAllByRole('link', { name: /^View Details/ })
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'View Details: British Airways, 19:30, return 09:00, Economy Standard, $200',
    'View Details: British Airways, 19:30, return 21:10, Economy Standard, $200',
    'View Details: British Airways, 19:30, return 09:00, Economy Standard / Economy Flex, $200',
  ])
  expect(new Set(links.map((link) => link.textContent))).toEqual(new Set(['View Details']))
})

test('readers go from flight to flight by headings, and what is folded stands a level below', async () => {
  const { user } = await show()
  await user.click(fold())

  const headings = screen.getAllByRole('heading').map((heading) => [heading.tagName, heading.textContent])
  expect(headings.slice(1)).toEqual([
    ['H2', 'British Airways, 19:30, $100'],
    ['H3', 'British Airways, 19:30, $200'],
    ['H3', 'British Airways, 19:30, $300'],
    ['H2', 'British Airways, 19:30, $150'],
  ])
  expect(headings[0]?.[0]).toBe('H1')
})

test('in another order the first of a departure is another one', async () => {
  const { user } = await show()

  await user.click(screen.getByRole('radio', { name: /Highest price/ }))

  expect(cards()).toEqual(['300', '150'])
  expect(fold()).toHaveAccessibleName(/from \$100$/)
})

test('a filter leaves no button where nothing is folded, and what it leaves is counted', async () => {
  query = `${SEARCH}&price=100-160`
  await show()

  expect(cards()).toEqual(['100', '150'])
  expect(screen.getByText('Showing 2 of 2 matching flights')).toBeVisible()
  expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
})

test('a filter counts the departures that it leaves, and the flights of them', async () => {
  query = `${SEARCH}&price=100-210`
  await show()

  expect(screen.getByText('Showing 2 departures with 3 of 3 matching flights')).toBeVisible()
})

test('an open departure is open again on the way back from a flight, and closed for another search', async () => {
  const { user, unmount } = await show()
  await user.click(fold())
  unmount()

  const second = await show()
  expect(cards()).toEqual(['100', '200', '300', '150'])
  second.unmount()

  query = SEARCH.replace('LHR', 'LGW')
  await show()
  expect(cards()).toEqual(['100', '150'])
})

test('r039 a flight whose price has risen is in sight on the way back, also behind another of its departure', async () => {
  noteChosenAt('a', trip('a', '250', '1', '7').price)

  await show()

  expect(cards()).toEqual(['150', '200', '250', '300'])
})

test('s066 an open departure stays open and as it is while more flights come', async () => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { user } = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const [a, , c, d] = found as [Offer, Offer, Offer, Offer]
  FakeSource.opened[0]?.tell('offers', { offers: [a, d], answered: 1, asked: 2 })
  const button = screen.getByRole('button', { name: '1 more fare for these flights, from $300' })
  await user.click(button)

  await act(async () => answer(Response.json({ offers: [...found, c], total_count: 4, notice: null })))

  expect(cards()).toEqual(['100', '300', '150'])
  expect(button).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show 1 new flight, from $200' }))
  expect(cards()).toEqual(['100', '200', '300', '150'])
})

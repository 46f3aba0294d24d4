import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { noteChosenAt } from '@/lib/shown-prices'
import { FakeSource } from '@/testing/event-source'
import { offer, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&adults=2'

let query = SEARCH
const push = vi.fn()
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  usePathname: () => '/search',
  useRouter: () => ({ push, replace: push, back: push }),
}))

const priced = (id: string, amount: string, flight = id) =>
  offer({ id, total_amount: amount, price: { amount }, slices: [sliceBy(flight)] })

/** Answers searches from a list, and remembers what was asked. */
function serve({ offers = [], total_count = offers.length }: { offers?: Offer[]; total_count?: number }) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(new URL(path, 'http://localhost'))
    return Response.json({ offers, total_count, notice: null })
  })
  return asked
}

const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label')?.split('$')[1])

beforeEach(() => {
  query = SEARCH
})

test('s076 the first page asks for 30 offers and shows them cheapest first', async () => {
  const asked = serve({ offers: [priced('b', '300'), priced('a', '200')] })
  setup(<SearchResults />)

  await screen.findAllByRole('article')

  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    origin: 'JFK',
    destination: 'LHR',
    departureDate: '2027-03-05',
    returnDate: '2027-03-12',
    cabinClass: 'economy',
    adultsCount: '2',
    childrenCount: '0',
    infantsCount: '0',
    page: '1',
    limit: '30',
    sort: 'price-asc',
  })
  expect(cards()).toEqual(['200', '300'])
})

afterEach(() => vi.unstubAllGlobals())

test('s066 while it waits the page says so', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  setup(<SearchResults />)

  expect(screen.getByText('Searching all airlines...')).toBeInTheDocument()
  expect(screen.getByText('Searching for the best flight deals')).toBeInTheDocument()
})

test('s066 flights appear as airlines answer, what is read stays, and cheaper ones wait to be asked for', async () => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { user } = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const stream = FakeSource.opened[0] as FakeSource

  stream.tell('offers', { offers: [priced('b', '200'), priced('d', '400')], answered: 1, asked: 3 })
  stream.tell('offers', { offers: [priced('c', '300'), priced('e', '500')], answered: 2, asked: 3 })
  expect(cards()).toEqual(['200', '400', '500'])
  expect(screen.getByText('Searching 3 airlines, 2 answered')).not.toHaveRole('status')
  expect(screen.getByText('Searching for flights')).toHaveRole('status')
  const scrolledAway = { ...new DOMRect(), top: -1 } as DOMRect
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(scrolledAway)

  const page = [priced('a', '100'), priced('b', '200'), priced('c', '300'), priced('d', '400')]
  stream.tell('done', {})
  await act(async () => answer(Response.json({ offers: page, total_count: 5, notice: null })))
  expect(cards()).toEqual(['200', '400', '500'])
  expect(screen.getByText('5 flights from 2 of 3 airlines')).toBeInTheDocument()
  expect(screen.getByText('5 flights found')).toHaveRole('status')
  place.mockRestore()

  await user.click(screen.getByRole('button', { name: 'Show 2 new flights, from $100' }))
  expect(cards()).toEqual(['100', '200', '300', '400', '500'])
  expect(screen.queryByRole('button', { name: /^Show \d/ })).toBeNull()
})

test('s066 a page that overtakes the stream names no number of airlines that is still growing', async () => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: [priced('a', '100')], answered: 0, asked: 3 })

  await act(async () => answer(Response.json({ offers: [priced('a', '100')], total_count: 1, notice: null })))

  expect(screen.getByText('1 flight')).toBeInTheDocument()
})

test('r039 back in the list, an offer has the price that its own page showed', async () => {
  noteChosenAt('a', priced('a', '99').price)
  serve({ offers: [priced('a', '87'), priced('b', '90')] })
  setup(<SearchResults />)

  await screen.findAllByRole('article')

  expect(cards()).toEqual(['90', '99'])
})

test('r039 a card stays under the finger that presses it, though its price is noted', async () => {
  FakeSource.install()
  noteChosenAt('a', priced('a', '99').price)
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: [priced('a', '87')], answered: 1, asked: 1 })
  const page = [priced('a', '87'), priced('b', '90')]
  await act(async () => answer(Response.json({ offers: page, total_count: 2, notice: null })))
  const links = screen.getAllByRole('link', { name: /^View Details/ })

  for (const link of links) await act(async () => void fireEvent.pointerDown(link))

  for (const link of links) expect(link).toBeInTheDocument()
})

test('s066 at the head of the list all flights take their places, also after a press or a small scroll', async () => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { user } = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: [priced('b', '200')], answered: 1, asked: 1 })
  await user.keyboard('{ArrowDown}')
  act(() => void window.dispatchEvent(new Event('scroll')))

  const page = [priced('a', '100'), priced('b', '200')]
  await act(async () => answer(Response.json({ offers: page, total_count: 2, notice: null })))

  expect(cards()).toEqual(['100', '200'])
  expect(screen.queryByRole('button', { name: /^Show \d/ })).toBeNull()
  expect(screen.getByText('2 flights from 1 airline')).toBeInTheDocument()
  expect(screen.queryByText(/answered/)).toBeNull()
})

test.each([
  { name: 'stays under the finger that presses it', ends: [], left: ['200'] },
  { name: 'takes its place when the finger only scrolls', ends: ['pointerCancel'], left: ['100', '200'] },
] as const)('s066 a card $name', async ({ ends, left }) => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: [priced('b', '200')], answered: 1, asked: 1 })
  const link = screen.getByRole('link', { name: /^View Details/ })
  for (const event of ['pointerDown' as const, ...ends]) fireEvent[event](link)

  const page = [priced('a', '100'), priced('b', '200')]
  await act(async () => answer(Response.json({ offers: page, total_count: 2, notice: null })))

  expect(cards()).toEqual(left)
})

test('s066 a list that the keyboard stands in keeps its place', async () => {
  FakeSource.install()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: [priced('b', '200')], answered: 1, asked: 1 })
  const link = screen.getByRole('link', { name: /^View Details/ })
  link.focus()

  const page = [priced('a', '100'), priced('b', '200')]
  await act(async () => answer(Response.json({ offers: page, total_count: 2, notice: null })))

  expect(cards()).toEqual(['200'])
  expect(link).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Show 1 new flight, from $100' })).toBeVisible()
})

test('the head counts what was found, and with filters what is left of it', async () => {
  serve({ offers: [priced('a', '200'), priced('b', '300')] })
  query = `${SEARCH}&price=100-250`
  const { user } = setup(<SearchResults />)

  expect(await screen.findByText('1 of 2 flights')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(screen.getByText('2 flights')).toBeVisible()
})

test('s086 a choice that would show nothing says so', async () => {
  serve({ offers: [priced('a', '200')] })
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')

  await user.click(screen.getByRole('button', { name: /Filters/ }))

  const stops = await screen.findByRole('checkbox', { name: '2+ stops' })
  expect(stops).toBeDisabled()
  expect(stops).toHaveAccessibleDescription('None')
})

test('s066 s075 another order of flights that are still coming takes all of them', async () => {
  FakeSource.install()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { user } = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const stream = FakeSource.opened[0] as FakeSource
  stream.tell('offers', { offers: [priced('b', '200')], answered: 1, asked: 2 })
  stream.tell('offers', { offers: [priced('a', '100')], answered: 2, asked: 2 })

  await user.click(screen.getByRole('radio', { name: /Highest price/ }))

  expect(cards()).toEqual(['200', '100'])
})

/** Best is "quick", as an hour counts $10 and it is ten hours shorter. */
const weighed = [
  { ...priced('cheap', '100'), weighted_minutes: 1200 },
  { ...priced('quick', '150'), weighted_minutes: 600 },
]
const bestPage = { offers: weighed, total_count: 2, notice: null, hour_amount: '10.00', hour_currency: 'USD' }

/** A search for the best flights whose airlines have told all they have, and whose page is to come. */
async function awaitBest() {
  FakeSource.install()
  query = `${SEARCH}&sort=best`
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { user } = setup(<SearchResults />)
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  FakeSource.opened[0]?.tell('offers', { offers: weighed, answered: 1, asked: 1 })
  return { user, end: () => act(async () => answer(Response.json(bestPage))) }
}

test('r042 see12 best stands by price while airlines answer, and is ordered once at the end and announced', async () => {
  const { end } = await awaitBest()
  expect(cards()).toEqual(['100', '150'])
  expect(screen.getByText(/^Sorted by price until/)).toBeVisible()

  await end()

  expect(cards()).toEqual(['150', '100'])
  expect(screen.getByText('Sorted by best, 2 flights')).toHaveRole('status')
  expect(
    screen.getByText('Price plus $10 per extra hour or stop, $30 more per overnight layover or change of airport.'),
  ).toBeVisible()
})

test('r042 see12 a list that is being read is put in the order of best at the press of a button', async () => {
  const { user, end } = await awaitBest()
  screen.getAllByRole('link', { name: /^View Details/ })[0]?.focus()

  await end()
  expect(cards()).toEqual(['100', '150'])
  expect(screen.getByText('2 flights found')).toHaveRole('status')

  await user.click(screen.getByRole('button', { name: 'Sort by best now' }))
  expect(cards()).toEqual(['150', '100'])
  expect(screen.getByText('Sorted by best, 2 flights')).toHaveRole('status')
  expect(screen.queryByRole('button', { name: 'Sort by best now' })).toBeNull()
})

test('r042 see07 best that is chosen when all have answered is ordered at once', async () => {
  vi.stubGlobal('fetch', async () => Response.json(bestPage))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  expect(cards()).toEqual(['100', '150'])

  await user.click(screen.getByRole('radio', { name: 'Best' }))

  await waitFor(() => expect(cards()).toEqual(['150', '100']))
})

test('s065 a day that is over has its year', async () => {
  query = 'origin=JFK&destination=LHR&departureDate=2025-01-10&adults=1'
  serve({ offers: [] })
  setup(<SearchResults />)

  expect(await screen.findByText('Fri, Jan 10, 2025')).toBeVisible()
})

test('s081 an address without a route asks nobody', () => {
  query = 'origin=JFK'
  const asked = serve({ offers: [] })
  setup(<SearchResults />)

  expect(screen.getByText('Where would you like to go?')).toBeInTheDocument()
  expect(asked).toEqual([])
})

test('s077 Load More keeps what is there and asks for the hundred after it', async () => {
  serve({ offers: [priced('a', '200')], total_count: 47 })
  const { user } = setup(<SearchResults />)

  await user.click(await screen.findByRole('button', { name: 'Load More Flights' }))

  expect(push).toHaveBeenCalledWith(expect.stringContaining('showMore=true&previousCount=1'), { scroll: false })
  expect(sessionStorage.getItem('previousResults')).toContain('"id":"a"')
})

test('s078 the next page joins the earlier one, and Back to First Page leaves it', async () => {
  const search =
    '?origin=JFK&destination=LHR&departureDate=2027-03-05&returnDate=2027-03-12&cabinClass=economy&adultsCount=2&childrenCount=0&infantsCount=0&tripType=round-trip'
  sessionStorage.setItem(
    'previousResults',
    JSON.stringify({ search, offers: [priced('a', '200'), priced('b', '300')] }),
  )
  query = `${SEARCH}&showMore=true&previousCount=2`
  const asked = serve({ offers: [priced('b', '300'), priced('c', '100')], total_count: 3 })
  const { user } = setup(<SearchResults />)

  await waitFor(() => expect(cards()).toEqual(['100', '200', '300']))
  expect(asked[0]?.searchParams.get('limit')).toBe('100')
  expect(asked[0]?.searchParams.get('page')).toBe('1')

  await user.click(screen.getByRole('button', { name: 'Back to First Page' }))
  expect(push).toHaveBeenCalledWith(expect.not.stringContaining('showMore'))
})

test('s078 a link to a later page begins with the first for who has not seen it', async () => {
  query = `${SEARCH}&showMore=true&previousCount=130`
  const asked = serve({ offers: [priced('a', '200')], total_count: 196 })
  setup(<SearchResults />)

  await screen.findByRole('article')
  expect(asked[0]?.searchParams.get('page')).toBe('1')
  expect(asked[0]?.searchParams.get('limit')).toBe('30')
  expect(screen.queryByRole('button', { name: 'Back to First Page' })).toBeNull()
})

test('s078 offers kept from another search are not shown', async () => {
  sessionStorage.setItem('previousResults', JSON.stringify({ search: '?origin=BOS', offers: [priced('x', '1')] }))
  query = `${SEARCH}&showMore=true&previousCount=1`
  serve({ offers: [priced('a', '200')] })
  setup(<SearchResults />)

  await screen.findByText(/Showing/)
  expect(cards()).toEqual(['200'])
})

test('s074 s083 filters act at once, say when nothing is left, and reset', async () => {
  serve({ offers: [priced('a', '200'), priced('b', '300')] })
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  const filters = screen.getByRole('button', { name: /Filters/ })
  expect(filters).toHaveAttribute('aria-expanded', 'false')

  await user.click(filters)
  await user.click(await screen.findByRole('switch', { name: 'Refundable only' }))

  expect(await screen.findByText('No Matching Flights')).toBeInTheDocument()
  const empty = screen.getByRole('heading', { name: 'No Matching Flights' }).parentElement as HTMLElement
  expect(within(empty).getByText('None of 2 flights match the filter: Refundable only.')).toBeVisible()
  await user.click(within(empty).getByRole('button', { name: 'Reset Filters' }))
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('s074 the filters that leave nothing are named, and each that does so alone can be cleared alone', async () => {
  serve({ offers: [priced('a', '200'), priced('b', '300')] })
  query = `${SEARCH}&price=100-250&longest=9000&refundable=true`
  const { user } = setup(<SearchResults />)

  const empty = (await screen.findByRole('heading', { name: 'No Matching Flights' })).parentElement as HTMLElement
  expect(empty).toHaveTextContent('None of 2 flights match all 3 filters: Price, Maximum duration, Refundable only.')
  const ways = within(empty).getAllByRole('button')
  expect(ways.map((way) => way.textContent)).toEqual(['Reset Filters', 'Clear Refundable only: 1 flight'])

  await user.click(within(empty).getByRole('button', { name: /^Clear Refundable/ }))
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /^Filters/ })).toHaveTextContent('2')
})

test('s074 two filters that leave nothing together and alone are to be cleared both', async () => {
  serve({ offers: [priced('a', '200')] })
  query = `${SEARCH}&price=1-2&refundable=true`
  setup(<SearchResults />)

  const empty = (await screen.findByRole('heading', { name: 'No Matching Flights' })).parentElement as HTMLElement
  expect(empty).toHaveTextContent('The only flight does not match both filters: Price, Refundable only. Clear both.')
})

test('s083 s089 a filter holds for the flights of all pages, and counts them', async () => {
  const flexible = { conditions: { ...offer({}).conditions, refundable: true } }
  const first = [priced('a', '200'), priced('b', '300')]
  const rest = Array.from({ length: 120 }, (_, place) => priced(`z${100 + place}`, String(400 + place)))
  const everything = [...first, ...rest, { ...priced('r', '900'), ...flexible }]
  vi.stubGlobal('fetch', async (path: string) => {
    const asked = new URL(path, 'http://localhost').searchParams
    const [page, limit] = [Number(asked.get('page')), Number(asked.get('limit'))]
    const offers = limit === 30 ? first : everything.slice((page - 1) * limit, page * limit)
    return Response.json({ offers, total_count: everything.length, notice: null })
  })
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')

  await user.click(screen.getByRole('button', { name: /Filters/ }))
  await user.click(await screen.findByRole('switch', { name: 'Refundable only' }))

  await waitFor(() => expect(cards()).toEqual(['900']))
  expect(screen.getByText('Showing 1 of 1 matching flight')).toBeVisible()
  expect(screen.queryByText(/not loaded yet/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Load More Flights' })).toBeNull()
})

test('s079 r033 Refresh Results asks the airlines again', async () => {
  const asked = serve({ offers: [priced('a', '200')] })
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')

  await user.click(screen.getByRole('button', { name: 'Refresh Results' }))

  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]?.searchParams.get('refresh')).toBe('true')
})

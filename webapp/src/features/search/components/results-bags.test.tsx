import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BagPrice, Offer } from '@/lib/api/types'
import { noteChosenAt } from '@/lib/shown-prices'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { bagIncluded, offer, segment, slice, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem } from '@/testing/server'
import { FakeViewObserver } from '@/testing/view-observer'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&adults=1'

let query = SEARCH
const push = vi.fn()
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  usePathname: () => '/search',
  useRouter: () => ({ push, replace: push, back: push }),
}))

const priced = (id: string, amount: string, slices = [sliceBy(id)]) =>
  offer({ id, total_amount: amount, price: { amount }, slices })
/** Its fare includes no checked bag. */
const bare = (id: string, amount: string) =>
  priced(id, amount, [
    slice({ segments: [segment({ flight_number: id, baggages: [{ type: 'checked', quantity: 0 }] })] }),
  ])

/** Answers searches from a list, and prices with a bag by offer. Counts searches, and keeps the ids of each other call. */
function serve(offers: readonly Offer[], bags: (id: string) => BagPrice | Response, total_count = offers.length) {
  const asked = { searches: 0, bags: [] as string[][] }
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname !== '/api/flights/bags') {
      asked.searches += 1
      return Response.json({ offers, total_count, notice: null })
    }
    const ids = searchParams.get('offers')?.split(',') ?? []
    asked.bags.push(ids)
    const answers = ids.map(bags)
    return answers.find((answer) => answer instanceof Response) ?? Response.json(answers)
  })
  return asked
}

const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('data-offer'))
const toggle = () => screen.getByRole('button', { name: 'Price with a checked bag' })

/** Brings these cards into view as soon as they are watched, and no other. */
const look = (...ids: string[]) =>
  waitFor(() =>
    expect(FakeViewObserver.show((card) => ids.includes(card.getAttribute('data-offer') ?? ''))).toBe(ids.length),
  )

const list = [bare('cheap', '638'), bare('mid', '700'), priced('included', '724'), bare('far', '730')]
const prices: Record<string, BagPrice> = {
  cheap: bagPrice('cheap', '638.00', '150.00', '788.00'),
  mid: bagPrice('mid', '700.00', '10.00', '710.00'),
  far: bagPrice('far', '730.00', '5.00', '735.00'),
}
const known = (id: string) => prices[id] ?? noBagPrice(id, 'none')

beforeEach(() => {
  query = SEARCH
  FakeViewObserver.install()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('bag07 no price with a bag is asked for before somebody wants them', async () => {
  await import('./bag-pricer')
  const asked = serve(list, known)
  setup(<SearchResults />)
  await screen.findAllByRole('article')

  FakeViewObserver.show(() => true)
  await new Promise((resolve) => setTimeout(resolve, 500))

  expect(toggle()).toHaveAttribute('aria-pressed', 'false')
  expect(FakeViewObserver.active.size).toBe(0)
  expect(asked).toEqual({ searches: 1, bags: [] })
})

test('bag07 cards in view are asked for in one call and the list is sorted by the sums, without a search', async () => {
  const asked = serve(list, known)
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')

  await user.click(toggle())
  await look('cheap', 'mid')

  expect(await screen.findByText('$788 with a bag ($638 + $150)')).toBeVisible()
  await waitFor(() => expect(cards()).toEqual(['mid', 'included', 'cheap', 'far']))
  expect(screen.getByText(/^Sorted by price with a checked bag\./)).toBeVisible()
  expect(screen.getByText('Lowest known with a bag').closest('article')).toHaveAttribute('data-offer', 'mid')
  expect(screen.getByText('bag price on the next page')).toBeVisible()
  expect(asked).toEqual({ searches: 1, bags: [['cheap', 'mid']] })
  const said = await screen.findByText('Sorted by price with a bag, known for 3 of 4 flights; the others come last')
  expect(said).toHaveRole('status')
})

test('bag07 where more flights can be loaded, the list says that only those loaded are sorted by price with a bag', async () => {
  query = `${SEARCH}&bag=1`
  serve(list, known, 196)
  setup(<SearchResults />)
  await screen.findAllByRole('article')
  await look('cheap', 'mid')

  const words = 'Sorted by price with a bag among the 4 flights loaded. Unknown bag prices come last.'
  expect(await screen.findByText(words)).toBeVisible()
  const said = await screen.findByText(/^Sorted by price with a bag among the flights loaded, known for 3 of 4 flights/)
  expect(said).toHaveRole('status')
})

test('bag07 an address that says so begins with prices with a bag', async () => {
  query = `${SEARCH}&bag=1`
  serve(list, known)
  setup(<SearchResults />)
  await screen.findAllByRole('article')

  await look('cheap')

  expect(toggle()).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(cards()).toEqual(['included', 'cheap', 'mid', 'far']))
})

/** Somebody has scrolled down the list when the first prices come, which wait for their word. */
async function readWhilePricesCome() {
  serve(list, known)
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())
  const scrolledAway = { ...new DOMRect(), top: -1 } as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(scrolledAway)
  await look('cheap', 'mid')
  await screen.findByText('$788 with a bag ($638 + $150)')
  return { user, order: await screen.findByRole('button', { name: 'Sort by price with a bag' }) }
}

test('bag07 where the list is being read nothing in it moves before the reader says so', async () => {
  const { user, order } = await readWhilePricesCome()

  expect(cards()).toEqual(['cheap', 'mid', 'included', 'far'])
  expect(screen.getByText('Sorted by fare. Bag prices aren’t included yet.')).toBeVisible()

  await user.click(order)
  expect(cards()).toEqual(['mid', 'included', 'cheap', 'far'])
  expect(screen.queryByRole('button', { name: 'Sort by price with a bag' })).toBeNull()
})

test('bag07 where the list is being read another order takes in what is known', async () => {
  const { user } = await readWhilePricesCome()

  await user.click(screen.getByRole('radio', { name: /^Highest price/ }))

  await waitFor(() => expect(cards()).toEqual(['cheap', 'included', 'mid', 'far']))
  expect(screen.getByText(/^Sorted by price with a checked bag\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sort by price with a bag' })).toBeNull()
})

test('bag07 what becomes known later waits for the reader too, and another order takes it in', async () => {
  const asked = serve(list, known)
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())
  await look('cheap', 'mid')
  await waitFor(() => expect(cards()).toEqual(['mid', 'included', 'cheap', 'far']))

  await look('far')
  await screen.findByRole('button', { name: 'Sort by price with a bag' })
  expect(cards()).toEqual(['mid', 'included', 'cheap', 'far'])
  expect(screen.getByText(/^Sorted by earlier bag prices\./)).toBeVisible()
  expect(screen.queryByText(/^Sorted by price with a checked bag\./)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Highest price/ }))

  await waitFor(() => expect(cards()).toEqual(['cheap', 'far', 'included', 'mid']))
  expect(asked.bags).toEqual([['cheap', 'mid'], ['far']])
})

test('bag07 what becomes known later and moves no flight asks nothing of the reader', async () => {
  const asked = serve(list, (id) => (id === 'far' ? bagPrice('far', '730.00', '90.00', '820.00') : known(id)))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())
  await look('cheap', 'mid')
  await waitFor(() => expect(cards()).toEqual(['mid', 'included', 'cheap', 'far']))

  await look('far')
  await screen.findByText('$820 with a bag ($730 + $90)')
  await screen.findByText('Price with a bag known for 4 of 4 flights')

  expect(asked.bags).toEqual([['cheap', 'mid'], ['far']])
  expect(screen.queryByRole('button', { name: 'Sort by price with a bag' })).toBeNull()
  expect(screen.getByText(/^Sorted by price with a checked bag\./)).toBeVisible()
})

test('bag07 a list asks for 30 offers at most, 10 of them at once', async () => {
  const many = Array.from({ length: 35 }, (_, number) => bare(`f${number}`, String(600 + number)))
  const asked = serve(many, (id) => bagPrice(id, '600.00', '10.00', '610.00'))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())

  await look(...many.map(({ id }) => id))

  await waitFor(() => expect(asked.bags.map((ids) => ids.length)).toEqual([10, 10, 10]))
  await waitFor(() => expect(screen.getAllByText(/ with a bag \(/)).toHaveLength(30))
  expect(screen.getAllByText('bag price on the next page')).toHaveLength(5)
})

test('bag07 a call that fails leaves prices unknown, and is not sent again for the same flights', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const asked = serve(list, () => problem(503, 'SERVICE_UNAVAILABLE', 'Away'))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())

  await look('cheap', 'mid')
  await waitFor(() => expect(warned).toHaveBeenCalledWith('Bag prices are not known', expect.anything()))
  await waitFor(() => expect(cards()).toEqual(['included', 'cheap', 'mid', 'far']))

  expect(screen.getAllByText('bag price on the next page')).toHaveLength(3)
  expect(asked.bags).toEqual([['cheap', 'mid']])
})

test('bag07 r039 a flight whose own page shows another fare is asked for anew, and tells no fare of before', async () => {
  let fare = '638.00'
  const sums: Record<string, string> = { '638.00': '788.00', '660.00': '810.00' }
  const asked = serve(list, (id) => bagPrice(id, fare, '150.00', sums[fare] ?? ''))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())
  await look('cheap')
  await screen.findByText('$788 with a bag ($638 + $150)')

  fare = '660.00'
  act(() => noteChosenAt('cheap', bare('cheap', '660').price))

  expect(screen.queryByText(/^\$788 with a bag/)).toBeNull()
  await look('cheap')
  expect(await screen.findByText('$810 with a bag ($660 + $150)')).toBeVisible()
  expect(asked.bags).toEqual([['cheap'], ['cheap']])
  // The list was sorted by the sum before, and stands as it would by this one.
  expect(screen.queryByRole('button', { name: 'Sort by price with a bag' })).toBeNull()
})

test('bag07 a price that the airline did not tell in time is asked for when prices with a bag are wanted again', async () => {
  let isBusy = true
  const asked = serve(list, (id) => (isBusy ? noBagPrice(id, 'unknown') : known(id)))
  const { user } = setup(<SearchResults />)
  await screen.findAllByRole('article')
  await user.click(toggle())
  await look('cheap')
  await waitFor(() => expect(cards()).toEqual(['included', 'cheap', 'mid', 'far']))

  isBusy = false
  await user.click(toggle())
  await user.click(toggle())
  await look('cheap')

  expect(await screen.findByText('$788 with a bag ($638 + $150)')).toBeVisible()
  expect(asked.bags).toEqual([['cheap'], ['cheap']])
})

/** Two fares of one flight: the dearer one includes a bag. */
const sameFlight = (id: string, amount: string, checked: number) =>
  priced(id, amount, [
    slice({ fare_brand_name: id, segments: [segment({ baggages: [{ type: 'checked', quantity: checked }] })] }),
  ])

test('bag07 in any order a card leads to the fare of its flights that costs less with a bag, and keeps the choice', async () => {
  query = `${SEARCH}&bag=1&sort=duration-asc`
  serve([sameFlight('Basic', '1675', 0), sameFlight('Flex', '1735', 1)], (id) =>
    bagPrice(id, '1675.00', '300.00', '1975.00'),
  )
  setup(<SearchResults />)
  await screen.findAllByRole('article')
  await look('Basic')

  const link = await screen.findByRole('link', { name: '$1,735 with a checked bag (Flex, bag included)' })
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href)
  expect([pathname, searchParams.get('from_bag')]).toEqual(['/flight/Flex', '1'])
  expect(await screen.findByText('this fare: $1,975 with a bag ($1,675 + $300)')).toBeVisible()
})

test('bag07 a card leads to a fare with a bag that is not loaded, and stands by what that costs', async () => {
  query = `${SEARCH}&bag=1`
  const naming = { ...sameFlight('Basic', '1675', 0), bag_included: bagIncluded('classic', 'Economy Classic', '1735') }
  const asked = serve([naming, priced('less', '1700'), priced('more', '1800')], (id) =>
    bagPrice(id, '1675.00', '300.00', '1975.00'),
  )
  setup(<SearchResults />)
  await screen.findAllByRole('article')
  await look('Basic')

  const link = await screen.findByRole('link', { name: '$1,735 with a checked bag (Economy Classic, bag included)' })
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href)
  expect([pathname, searchParams.get('from_bag')]).toEqual(['/flight/classic', '1'])
  expect(await screen.findByText('this fare: $1,975 with a bag ($1,675 + $300)')).toBeVisible()
  await waitFor(() => expect(cards()).toEqual(['less', 'Basic', 'more']))
  expect(asked).toEqual({ searches: 1, bags: [['Basic']] })
})

test('bag07 a card leads to no other fare before it is known that its own costs more with a bag', async () => {
  query = `${SEARCH}&bag=1&sort=duration-asc`
  serve([sameFlight('Basic', '1675', 0), sameFlight('Flex', '1735', 1)], () =>
    bagPrice('Basic', '1675.00', '10.00', '1685.00'),
  )
  setup(<SearchResults />)
  await screen.findAllByRole('article')
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(document.querySelector('article .bag')?.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })

  await look('Basic')

  expect(await screen.findByText('$1,685 with a bag ($1,675 + $10)')).toBeVisible()
  watch.disconnect()
  expect(seen).toContain('checking the bag price…')
  expect(seen.filter((words) => words.includes('Flex'))).toEqual([])
})

test('bag07 a fare that filters leave out is not asked for, and counts for no card', async () => {
  query = `${SEARCH}&bag=1&refundable=true`
  const refundable = (one: Offer) => ({ ...one, conditions: { ...one.conditions, refundable: true } })
  const asked = serve(
    [sameFlight('Light', '1650', 0), refundable(sameFlight('Basic', '1675', 0)), refundable(priced('other', '1800'))],
    (id) =>
      id === 'Light' ? bagPrice(id, '1650.00', '10.00', '1660.00') : bagPrice(id, '1675.00', '300.00', '1975.00'),
  )
  setup(<SearchResults />)
  await screen.findAllByRole('article')

  await look('Basic')

  expect(await screen.findByText('$1,975 with a bag ($1,675 + $300)')).toBeVisible()
  await waitFor(() => expect(cards()).toEqual(['other', 'Basic']))
  expect(asked.bags).toEqual([['Basic']])
})

test('bag07 by price with a bag the fare that costs less with one comes first of its flights', async () => {
  query = `${SEARCH}&bag=1`
  const between = priced('between', '1800')
  serve([sameFlight('Basic', '1675', 0), sameFlight('Flex', '1735', 1), between], (id) =>
    bagPrice(id, '1675.00', '300.00', '1975.00'),
  )
  setup(<SearchResults />)
  await screen.findAllByRole('article')

  await look('Basic')

  await waitFor(() => expect(cards()).toEqual(['Flex', 'between']))
})

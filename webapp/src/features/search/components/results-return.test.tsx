import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { bagPrice } from '@/testing/bag-prices'
import { offer, segment, slice, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { FakeViewObserver } from '@/testing/view-observer'
import { SearchResults } from './results'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const SEARCH = '/search?origin=JFK&destination=LHR&departureDate=2027-03-05'
const offers = ['1', '2'].map((id) => offer({ id, slices: [sliceBy(id)] }))

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ offers, total_count: offers.length, notice: null }))
  standAt(SEARCH)
})
afterEach(() => vi.unstubAllGlobals())

async function secondLink() {
  const links = await screen.findAllByRole('link', { name: /^View Details/ })
  return links[1] as HTMLElement
}

/** Opens the second flight of the list, which takes the place of the list. */
async function openFlight() {
  const page = setup(<SearchResults />)
  const link = await secondLink()
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  page.unmount()
  standAt('/flight/2')
}

function goBack(address = SEARCH) {
  standAt(address)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
}

test('Back from a flight finds the focus on its link in the list, and only on the first return', async () => {
  await openFlight()
  goBack()
  const page = setup(<SearchResults />)
  const link = await secondLink()
  await waitFor(() => expect(link).toHaveFocus())

  page.unmount()
  standAt('/about')
  goBack()
  setup(<SearchResults />)
  expect(await secondLink()).not.toHaveFocus()
})

test('a list that is opened anew leaves the focus at its start', async () => {
  await openFlight()
  standAt(SEARCH)
  setup(<SearchResults />)

  expect(await secondLink()).not.toHaveFocus()
})

test('Back to another view of the list moves no focus', async () => {
  await openFlight()
  standAt(`${SEARCH}&sort=price-desc`)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  setup(<SearchResults />)

  await secondLink()
  expect(document.body).toHaveFocus()
})

const WITH_BAG = `${SEARCH}&bag=1`
const bare = slice({ segments: [segment({ flight_number: '1', baggages: [] })] })
/** The cheaper one costs more with a bag. */
const bagged = [
  offer({ id: '1', price: { amount: '638' }, slices: [bare] }),
  offer({ id: '2', price: { amount: '724' }, slices: [sliceBy('2')] }),
]
const cards = () => screen.getAllByRole('article').map((card) => card.getAttribute('data-offer'))

/** Back from the second flight, where the page was loaded anew: what was known of bags is gone. */
async function returnWithBag() {
  FakeViewObserver.install()
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path.startsWith('/api/flights/bags')
        ? [bagPrice('1', '638.00', '150.00', '788.00')]
        : { offers: bagged, total_count: bagged.length, notice: null },
    ),
  )
  standAt(WITH_BAG)
  await openFlight()
  goBack(WITH_BAG)
  const page = setup(<SearchResults />)
  const link = await secondLink()
  await waitFor(() => expect(link).toHaveFocus())
  expect(cards()).toEqual(['1', '2'])
  return { ...page, link }
}

const pricesCome = () => waitFor(() => expect(FakeViewObserver.show(() => true)).toBeGreaterThan(0))

test('bag07 Back from a flight has the order with a bag again, wherever in the list it leads', async () => {
  const { link } = await returnWithBag()
  const scrolledAway = { ...new DOMRect(), top: -1 } as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(scrolledAway)

  await pricesCome()

  await waitFor(() => expect(cards()).toEqual(['2', '1']))
  expect(screen.getByText(/^Sorted by price with a checked bag\./)).toBeVisible()
  expect(link).toHaveFocus()
})

test('bag07 a reader who has gone on in the list after Back is asked before it is ordered', async () => {
  const { user } = await returnWithBag()
  await user.keyboard('{Shift}')

  await pricesCome()

  expect(await screen.findByRole('button', { name: 'Sort by price with a bag' })).toBeVisible()
  expect(cards()).toEqual(['1', '2'])
})

test('a reader whose focus has gone on from the flight’s link is asked before it is ordered', async () => {
  await returnWithBag()
  act(() => screen.getAllByRole('link', { name: /^View Details/ })[0]?.focus())

  await pricesCome()

  expect(await screen.findByRole('button', { name: 'Sort by price with a bag' })).toBeVisible()
  expect(cards()).toEqual(['1', '2'])
})

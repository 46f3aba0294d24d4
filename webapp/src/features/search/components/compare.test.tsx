import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { keepPacked, packedBags } from '@/lib/chosen-bags'
import { bagPrice } from '@/testing/bag-prices'
import { bagIncluded, fare, offer, segment, slice, sliceBy } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem } from '@/testing/server'
import { CompareBar } from './compare-bar'
import { SearchResults } from './results'

const SEARCH = 'origin=JFK&destination=LHR&departureDate=2027-03-05&adults=1'

let query = SEARCH
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(query),
  usePathname: () => '/search',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), back: vi.fn() }),
}))

const priced = (id: string, amount: string) => offer({ id, price: { amount }, slices: [sliceBy(id)] })
const five = ['100', '200', '300', '400', '500'].map((amount, index) => priced(`off_${index}`, amount))

/** Answers a search for five flights, and each of them as `sold` says, else as it was listed. */
function serve(sold: Record<string, () => Response> = {}, bags = () => Response.json([]), offers = five) {
  const titles = { cheapest: 'off_0', fastest: 'off_0', lowest_emissions: null, best: 'off_1' }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path.startsWith('/api/flights/bags')) return bags()
    const id = path.split('/offer/')[1]
    if (!id) return Response.json({ offers, total_count: 5, notice: null, titles, typical_emissions_kg: null })
    const listed = five.find((one) => one.id === id)
    return sold[id]?.() ?? (listed ? Response.json(listed) : problem(404, 'OFFER_NOT_FOUND', 'Unknown'))
  })
  return asked
}

const compareButtons = () => screen.findAllByRole('button', { name: /^Compare British Airways/ })
const table = () => screen.findByRole('region', { name: 'Flights side by side' })
const address = () => new URLSearchParams(window.location.search).get('compare')

async function choose(count: number) {
  const { user } = setup(<SearchResults />)
  for (const button of (await compareButtons()).slice(0, count)) await user.click(button)
  return user
}

beforeEach(() => {
  query = SEARCH
  window.history.replaceState(null, '', `/search?${SEARCH}`)
})

test('see09 the offers that come first in something say so in the list', async () => {
  serve()
  setup(<SearchResults />)

  const [first, second] = await screen.findAllByRole('article')

  expect(
    within(first as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(expect.arrayContaining(['Cheapest', 'Fastest']))
  expect(second).toHaveTextContent('Best')
})

test('see09 the first flight that a filter leaves is the lowest shown, not the lowest price', async () => {
  serve()
  query = `${SEARCH}&price=150-600`
  setup(<SearchResults />)

  const [first] = await screen.findAllByRole('article')

  expect(first).toHaveTextContent('$200')
  const titles = within(first as HTMLElement).getByRole('list', { name: 'How it compares' })
  expect([...titles.children].map((title) => title.textContent)).toEqual(['Lowest shown', 'Best'])
})

test('see11 a bar counts the flights that are chosen, up to four', async () => {
  serve()
  const user = await choose(1)

  expect(await screen.findByText('1 flight chosen, choose one more')).toHaveRole('status')
  expect(screen.getByRole('button', { name: 'Compare 1 flight' })).toBeDisabled()
  for (const button of (await compareButtons()).slice(1, 4)) await user.click(button)

  expect(screen.getByText('4 flights chosen, the most you can compare')).toBeVisible()
  const pressed = (await compareButtons()).map((button) => button.getAttribute('aria-pressed'))
  expect(pressed).toEqual(['true', 'true', 'true', 'true', 'false'])
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('button', { name: 'Compare 4 flights' })).toBeNull()
})

test('see11 what floats above the bar stands clear of it, whatever its height', () => {
  let height = 61
  let resize = () => {}
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height)
  class Observer {
    constructor(look: () => void) {
      resize = look
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const rules = () => [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
  const { unmount } = setup(<CompareBar count={2} refused={0} onOpen={() => undefined} onClear={() => undefined} />)
  expect(rules().join()).toMatch(/--bar-room: ?61px/)

  // The words and the buttons take a line each.
  height = 93
  act(() => resize())

  expect(rules().join()).toMatch(/--bar-room: ?93px/)
  expect(rules().join()).not.toMatch(/--bar-room: ?61px/)

  unmount()
  expect(rules().join()).not.toMatch(/--bar-room: ?\d/)
})

test('see11 a press for one flight more than the most says how to add it, each time', async () => {
  serve()
  const user = await choose(4)
  await screen.findByText('4 flights chosen, the most you can compare')
  const fifth = (await compareButtons())[4] as HTMLElement
  const most = () => screen.getByText('You can compare up to 4 flights. Take one out to add another.')

  await user.click(fifth)
  const said = most().firstChild
  expect(most()).toHaveRole('status')
  expect(fifth).toHaveAttribute('aria-pressed', 'false')
  await user.click(fifth)
  // The same words are told again only as another text.
  expect(most().firstChild).not.toBe(said)

  await user.click((await compareButtons())[0] as HTMLElement)
  expect(screen.getByText('3 flights chosen')).toBeVisible()
})

test('see11 the keyboard goes from the cleared bar to the flight that was chosen last', async () => {
  serve()
  const user = await choose(2)
  const clear = await screen.findByRole('button', { name: 'Clear' })
  clear.focus()

  await user.keyboard('{Enter}')

  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  expect((await compareButtons())[1]).toHaveFocus()
})

test('see11 chosen flights stand side by side under an address of their own, and Close takes it back', async () => {
  const asked = serve()
  const user = await choose(2)
  await user.click(await screen.findByRole('button', { name: 'Compare 2 flights' }))

  const compared = within(await table())
  expect(address()).toBe('off_0,off_1')
  expect(compared.getAllByRole('columnheader')).toHaveLength(3)
  expect(compared.getByRole('rowheader', { name: 'Price' })).toBeVisible()
  expect(compared.getAllByText('$200').length).toBeGreaterThan(0)
  await waitFor(() => expect(asked.filter((path) => path.includes('/offer/'))).toHaveLength(2))

  await user.click(screen.getByRole('switch', { name: 'Only what differs' }))
  expect(compared.queryByRole('rowheader', { name: 'Departure' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBeNull())
})

test('see11 a link shows what its sender compared, and a flight can be taken out', async () => {
  serve()
  query = `${SEARCH}&compare=off_0,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  const { user } = setup(<SearchResults />)

  const compared = within(await table())
  expect(await compared.findAllByRole('link', { name: /^View Details/ })).toHaveLength(2)
  await user.click(compared.getAllByRole('button', { name: /^Remove British Airways/ })[0] as HTMLElement)

  expect(address()).toBe('off_2')
  expect(await table()).toHaveFocus()
  expect(within(await table()).getAllByRole('columnheader')).toHaveLength(2)
})

test('see11 the focus goes to the results where the last flight that is taken out has no card among them', async () => {
  serve({ off_8: () => Response.json(priced('off_8', '800')) })
  query = `${SEARCH}&compare=off_8`
  window.history.replaceState(null, '', `/search?${query}`)
  const { user } = setup(<SearchResults />)

  await user.click(await within(await table()).findByRole('button', { name: /^Remove British Airways/ }))

  const [card] = await screen.findAllByRole('article')
  expect(screen.queryByRole('region', { name: 'Flights side by side' })).toBeNull()
  expect(document.body).not.toHaveFocus()
  expect(document.activeElement).toContainElement(card as HTMLElement)
})

test('see11 a flight that went stays as a column, with what replaces it', async () => {
  const replacement = { offer_id: 'off_9', price: (five[1] as Offer).price }
  const gone = () => problem(410, 'OFFER_EXPIRED', 'Gone', { replacement })
  serve({ off_0: gone, off_1: () => problem(503, 'SERVICE_UNAVAILABLE', 'Away') })
  query = `${SEARCH}&compare=off_0,off_1`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  const compared = within(await table())
  expect(await compared.findByText('No longer on sale')).toBeVisible()
  expect(compared.getByText('We can’t load this flight right now.')).toBeVisible()
  expect(compared.getByRole('link', { name: 'Same flights for $200' })).toHaveAttribute(
    'href',
    expect.stringContaining('/flight/off_9?'),
  )
})

test('see11 bag08 the way to what replaces a flight that went takes its chosen bags along', async () => {
  keepPacked({ offerId: 'off_0', bags: ['a bag'] })
  const replacement = { offer_id: 'off_9', price: (five[1] as Offer).price }
  serve({ off_0: () => problem(410, 'OFFER_EXPIRED', 'Gone', { replacement }) })
  query = `${SEARCH}&compare=off_0,off_1`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)
  const link = await within(await table()).findByRole('link', { name: 'Same flights for $200' })
  // jsdom opens no page.
  link.addEventListener('click', (event) => event.preventDefault())

  fireEvent.click(link)

  expect(packedBags()).toEqual({ offerId: 'off_9', bags: ['a bag'] })
})

test('see11 a flight that went since it was compared is told as gone when it is compared again', async () => {
  let answer = () => Response.json(five[0])
  const asked = serve({ off_0: () => answer() })
  const user = await choose(2)
  const open = async () => user.click(await screen.findByRole('button', { name: 'Compare 2 flights' }))
  await open()
  await table()
  await waitFor(() => expect(asked.filter((path) => path.includes('/offer/'))).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).toBeNull())

  answer = () => problem(410, 'OFFER_EXPIRED', 'Gone')
  await open()

  expect(await within(await table()).findByText('No longer on sale')).toBeVisible()
})

test('see11 r039 a price that has changed since the list says so', async () => {
  serve({ off_0: () => Response.json({ ...five[0], price: { ...(five[0] as Offer).price, amount: '138' } }) })
  query = `${SEARCH}&compare=off_0,off_1`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  expect(await screen.findByText('$38 more than before')).toBeVisible()
})

const bagless = (id: string, amount: string, flight_number = id) =>
  offer({ id, price: { amount }, slices: [slice({ segments: [segment({ flight_number, baggages: [] })] })] })
const bagRow = async () =>
  within(within(await table()).getByRole('row', { name: /^With a checked bag/ }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('see11 bag07 flights without a bag are asked once what they cost with one, and the lowest sum says so', async () => {
  const sold = {
    off_0: () => Response.json(bagless('off_0', '100')),
    off_1: () => Response.json(bagless('off_1', '200')),
  }
  const sums = [bagPrice('off_0', '100.00', '150.00', '250.00'), bagPrice('off_1', '200.00', '30.00', '230.00')]
  const asked = serve(sold, () => Response.json(sums))
  query = `${SEARCH}&compare=off_0,off_1,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  const { user } = setup(<SearchResults />)

  const all = ['$250 ($100 + $150)', '$230 ($200 + $30)Lowest', '$300A checked bag is included']
  await waitFor(async () => expect(await bagRow()).toEqual(all))
  await user.click(within(await table()).getAllByRole('button', { name: /^Remove / })[1] as HTMLElement)

  expect(await bagRow()).toEqual(['$250 ($100 + $150)Lowest', '$300A checked bag is included'])
  const calls = asked.filter((path) => path.startsWith('/api/flights/bags'))
  expect(calls).toEqual(['/api/flights/bags?offers=off_0%2Coff_1'])
})

test('see11 bag07 where the server can’t tell, the row says what the airline states', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const sold = { off_0: () => Response.json(bagless('off_0', '100')) }
  serve(sold, () => problem(503, 'SERVICE_UNAVAILABLE', 'Away'))
  query = `${SEARCH}&compare=off_0`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  await waitFor(async () => expect(await bagRow()).toEqual(['$100Checked bag: ask the airline']))
  expect(warned).toHaveBeenCalledWith('Bag prices are not known', expect.anything())
  warned.mockRestore()
})

test('see11 bag07 a fare of the same flights that costs less with a bag is told first, and is what is lowest', async () => {
  // It flies as the first one of the list, whose fare includes a bag.
  const sold = { off_1: () => Response.json(bagless('off_1', '60', 'off_0')) }
  serve(sold, () => Response.json([bagPrice('off_1', '60.00', '150.00', '210.00')]))
  query = `${SEARCH}&compare=off_1,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  const words = '$100 with a checked bag (Economy Standard, bag included)LowestThis fare: $210 ($60 + $150)'
  await waitFor(async () => expect(await bagRow()).toEqual([words, '$300A checked bag is included']))
})

test('see11 bag07 a fare of the same flights with a bag that the list names, and has not, is told first', async () => {
  const bag_included = bagIncluded('off_classic', 'Economy Classic', '120')
  const naming = five.map((one) => (one.id === 'off_1' ? { ...one, bag_included } : one))
  const sold = { off_1: () => Response.json(bagless('off_1', '60')) }
  serve(sold, () => Response.json([bagPrice('off_1', '60.00', '150.00', '210.00')]), naming)
  query = `${SEARCH}&compare=off_1,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  const words = '$120 with a checked bag (Economy Classic, bag included)LowestThis fare: $210 ($60 + $150)'
  await waitFor(async () => expect(await bagRow()).toEqual([words, '$300A checked bag is included']))
})

test('see11 bag07 a flight of another order of the list is told with the fare of its flights that costs less', async () => {
  const fares = [
    fare('off_9', '60', { baggages: [] }),
    fare('off_9_classic', '120', { fare_brand_name: 'Economy Classic' }),
    fare('off_9_flex', '150'),
  ]
  const sold = { off_9: () => Response.json(bagless('off_9', '60')), 'off_9/fares': () => Response.json(fares) }
  const asked = serve(sold, () => Response.json([bagPrice('off_9', '60.00', '150.00', '210.00')]))
  query = `${SEARCH}&compare=off_9,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  const words = '$120 with a checked bag (Economy Classic, bag included)LowestThis fare: $210 ($60 + $150)'
  await waitFor(async () => expect(await bagRow()).toEqual([words, '$300A checked bag is included']))
  expect(asked.filter((path) => path.endsWith('/fares'))).toEqual(['/api/flights/offer/off_9/fares'])
})

test('see11 bag07 where the fares of such a flight can’t be read the comparison says so, and asks again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let fares = () => problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  const sold = { off_9: () => Response.json(bagless('off_9', '60')), 'off_9/fares': () => fares() }
  const asked = serve(sold, () => Response.json([bagPrice('off_9', '60.00', '150.00', '210.00')]))
  query = `${SEARCH}&compare=off_9,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  const { user } = setup(<SearchResults />)
  const notice = await within(await screen.findByRole('dialog')).findByRole('alert')
  expect(notice).toHaveTextContent('We couldn’t load all fares of these flights.')
  await waitFor(async () => expect((await bagRow())[0]).toMatch(/^\$210 \(\$60/))

  fares = () => Response.json([fare('off_9_classic', '120', { fare_brand_name: 'Economy Classic' })])
  await user.click(within(notice).getByRole('button', { name: 'Try Again' }))

  await waitFor(async () => expect((await bagRow())[0]).toMatch(/^\$120 with a checked bag/))
  expect(screen.queryByText(/^We couldn’t load all fares/)).toBeNull()
  expect(await table()).toHaveFocus()
  expect(asked.filter((path) => path.endsWith('/fares'))).toHaveLength(2)
})

test('see11 bag07 fares that could not be read are asked for again when the comparison is opened again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let fares = () => problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  const sold = { off_9: () => Response.json(bagless('off_9', '60')), 'off_9/fares': () => fares() }
  serve(sold, () => Response.json([bagPrice('off_9', '60.00', '150.00', '210.00')]))
  query = `${SEARCH}&compare=off_9,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  const { user } = setup(<SearchResults />)
  await within(await screen.findByRole('dialog')).findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  fares = () => Response.json([fare('off_9_classic', '120', { fare_brand_name: 'Economy Classic' })])
  await user.click(await screen.findByRole('button', { name: 'Compare 2 flights' }))

  await waitFor(async () => expect((await bagRow())[0]).toMatch(/^\$120 with a checked bag/))
  expect(screen.queryByText(/^We couldn’t load all fares/)).toBeNull()
})

test('see11 bag07 nothing is said of unread fares where the fare itself includes a bag', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({
    off_9: () => Response.json(priced('off_9', '60')),
    'off_9/fares': () => problem(503, 'SERVICE_UNAVAILABLE', 'x'),
  })
  query = `${SEARCH}&compare=off_9,off_2`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)
  const row = ['$60LowestA checked bag is included', '$300A checked bag is included']
  await waitFor(async () => expect(await bagRow()).toEqual(row))

  await waitFor(() => expect(warned).toHaveBeenCalled())
  expect(screen.queryByText(/^We couldn’t load all fares/)).toBeNull()
})

test.each([
  ['of the list', 'off_1,off_2'],
  ['that is compared too', 'off_1,off_0'],
])('see11 bag07 a fare %s that filters leave out counts for no other', async (_, chosen) => {
  const refundable = { ...offer().conditions, refundable: true }
  const kept = { ...bagless('off_1', '60', 'off_0'), conditions: refundable }
  const listed = five.map((one) => (one.id === 'off_1' ? kept : one))
  const sums = [bagPrice('off_1', '60.00', '150.00', '210.00')]
  serve({ off_1: () => Response.json(kept) }, () => Response.json(sums), listed)
  query = `${SEARCH}&refundable=true&compare=${chosen}`
  window.history.replaceState(null, '', `/search?${query}`)
  setup(<SearchResults />)

  await screen.findByRole('article', { hidden: true })
  await waitFor(async () => expect((await bagRow())[0]).toMatch(/^\$210 \(\$60 \+ \$150\)/))
})

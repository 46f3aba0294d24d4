import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bagPrice, noBagPrice } from '@/testing/bag-prices'
import { bagService, fare, offer, place, roundTripWithStop, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { OfferBody } from './offer-body'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => '/flight/off_1',
  useRouter: () => ({}),
}))

const after = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const roundTrip = (expiresAt = after(30)) =>
  offer({
    slices: [slice(), slice({ id: 'sli_2', origin: place('LHR'), destination: place('JFK') })],
    conditions: { ...offer().conditions, refundable: true },
    expires_at: expiresAt,
  })

const open = (shown = roundTrip()) =>
  setup(<OfferBody offer={shown} backHref="/search" bookHref="/booking?offer=off_1" />)

beforeEach(() => void serve({ 'GET /api/flights/seatmaps/off_1': [] }))

test('s091 s092 a bar has the way back, the route, its dates, the total and the way on', () => {
  vi.setSystemTime(new Date('2026-11-22T12:00:00Z'))
  onTestFinished(() => void vi.useRealTimers())
  open()

  const back = screen.getByRole('link', { name: 'Back to Search Results' })
  const bar = back.parentElement as HTMLElement
  expect(back).toHaveAttribute('href', '/search')
  expect(bar).toHaveTextContent('New York to London')
  expect(bar).toHaveTextContent('Round trip, Fri, Mar 5, 2027 to Fri, Mar 5, 2027')
  expect(bar).toHaveTextContent('$1,284')
  expect(within(bar).getByRole('link', { name: 'Book This Flight' })).toHaveAttribute('href', '/booking?offer=off_1')
})

test.each([
  [474, '474 kg CO2 each'],
  [null, 'CO2 not stated'],
])('see01 see05 a flight of %j kg says so, whose figure that is and where to read more', (kg, words) => {
  open({ ...roundTrip(), emissions_kg_per_traveller: kg })

  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText(/^The airline’s estimate of CO2/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'About these figures', hidden: true })).toHaveAttribute('href', '/emissions')
})

const none = [{ type: 'checked', quantity: 0 }]

test.each([
  ['none', none, 'A checked bag from $75 a direction'],
  ['one', segment().baggages, 'Another checked bag from $75 a direction'],
])('bag05 the price summary of a fare that includes %s says what a checked bag costs', (_, baggages, words) => {
  const slices = roundTripWithStop().map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, baggages })),
  }))
  open(offer({ slices, expires_at: after(30), available_services: [bagService({ segment_ids: ['seg_3'] })] }))

  expect(within(screen.getByRole('region', { name: 'Price summary' })).getByText(words)).toBeVisible()
})

const bagless = (part: Parameters<typeof offer>[0] = {}) =>
  offer({
    slices: [slice({ segments: [segment({ baggages: none })] })],
    expires_at: after(30),
    available_services: [bagService()],
    passengers: [
      { id: 'pas_1', type: 'adult', age: null },
      { id: 'pas_2', type: 'child', age: null },
      { id: 'pas_3', type: 'infant_without_seat', age: null },
    ],
    price: { amount: '2128.00' },
    ...part,
  })
const BAGS = 'GET /api/flights/bags?offers=off_1'
const priceSummary = () => within(screen.getByRole('region', { name: 'Price summary' }))

test.each([
  ['2128.00', '$2,428 with a checked bag each ($2,128 + $300)'],
  ['2200.00', '$2,428 with a checked bag each (fare now $2,200 + $300)'],
])('bag05 bag07 beside one bag the server tells the total for all, of a fare of %s: %s', async (now, words) => {
  serve({ [BAGS]: [bagPrice('off_1', now, '300.00', '2428.00')] })
  open(bagless())

  const line = priceSummary().getByText('Checking the total with bags…')
  expect(line.previousSibling).toHaveTextContent('A checked bag from $75')
  expect(await priceSummary().findByText(words)).toBe(line)
})

test.each([
  ['is not sold to all', [noBagPrice('off_1', 'none')], 'Not sold to every passenger.'],
  ['is not known', [noBagPrice('off_1', 'unknown')], 'You’ll see the total as you add bags.'],
  ['is left out', [], 'You’ll see the total as you add bags.'],
  ['is no longer sold', [noBagPrice('off_1', 'gone')], 'No longer on sale.'],
  ['is included', [{ ...noBagPrice('off_1', 'known'), included: true }], 'One checked bag each is included'],
  ['is not answered', problem(503, 'PROVIDER_UNAVAILABLE', 'x'), 'You’ll see the total as you add bags.'],
])('bag07 where a bag for all %s, the summary says so in words', async (_, answer, words) => {
  serve({ [BAGS]: answer })
  open(bagless())

  expect(await priceSummary().findByText(words)).toBeVisible()
})

test('bag01 where a bag is included the summary says so, and asks for no total', () => {
  const calls = serve({ 'GET /api/flights/seatmaps/off_1': [] })
  open(offer({ expires_at: after(30), available_services: [bagService()] }))

  expect(priceSummary().getByText('A checked bag is included')).toBeVisible()
  expect(calls.filter(({ path }) => path.startsWith('/api/flights/bags'))).toEqual([])
})

test('bag09 where no bag is sold the price summary says so, and asks for no total', () => {
  const calls = serve({ 'GET /api/flights/seatmaps/off_1': [] })
  open(bagless({ available_services: [] }))

  expect(priceSummary().getByText('No checked bag sold here')).toBeVisible()
  expect(screen.queryByText(/checked bag from/)).toBeNull()
  expect(calls.filter(({ path }) => path.startsWith('/api/flights/bags'))).toEqual([])
})

const FARES = 'GET /api/flights/offer/off_1/fares'
const own = fare('off_1', '2128.00', { baggages: none })
const flex = (amount: string) => fare('off_flex', amount, { fare_brand_name: 'Economy Flex' })
const otherFare = () => priceSummary().findByRole('link', { name: / with a checked bag each / })

test('bag07 another fare of the same flights that costs less with a bag for all is told with its sum, and led to', async () => {
  serve({ [BAGS]: [bagPrice('off_1', '2128.00', '300.00', '2428.00')], [FARES]: [own, flex('2200.00')] })
  window.history.replaceState(null, '', '/flight/off_1?from_bag=1')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  open(bagless())

  const link = await otherFare()
  expect(link).toHaveTextContent('$2,200 with a checked bag each (Economy Flex, bag included)')
  expect(link).toHaveAttribute('href', '/flight/off_flex?from_bag=1')
})

test('bag07 a fare without a bag that may cost less with one is asked for, and told where it does', async () => {
  const main = fare('off_main', '2150.00', { baggages: none, fare_brand_name: 'Main' })
  serve({
    [BAGS]: [bagPrice('off_1', '2128.00', '300.00', '2428.00')],
    'GET /api/flights/bags?offers=off_main': [bagPrice('off_main', '2150.00', '40.00', '2190.00')],
    [FARES]: [own, main, flex('2200.00')],
  })
  open(bagless())

  await waitFor(async () =>
    expect(await otherFare()).toHaveTextContent('$2,190 with a checked bag each (Main, $2,150 + $40)'),
  )
})

test('bag07 a fare that costs more with a bag is not told', async () => {
  const calls = serve({ [BAGS]: [bagPrice('off_1', '2128.00', '300.00', '2428.00')], [FARES]: [own, flex('2428.00')] })
  open(bagless())
  await priceSummary().findByText('$2,428 with a checked bag each ($2,128 + $300)')
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/fares'))).toBe(true))

  expect(priceSummary().queryByText(/Economy Flex/)).toBeNull()
})

test('bag07 a fare that may cost less with a bag than another, and is not priced, leads to none', async () => {
  const calls = serve({ [BAGS]: [noBagPrice('off_1', 'unknown')], [FARES]: [own, flex('2200.00')] })
  open(bagless())
  await priceSummary().findByText('You’ll see the total as you add bags.')
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/fares'))).toBe(true))

  expect(priceSummary().queryByText(/Economy Flex/)).toBeNull()
})

test.each([
  ['2190.00', 1],
  ['2200.00', 0],
])(
  'bag07 a fare of 2200.00 that includes a bag, beside one of %s with a bought bag, tells %i',
  async (total, count) => {
    const main = fare('off_main', '2150.00', { baggages: none, fare_brand_name: 'Main' })
    const calls = serve({
      'GET /api/flights/bags?offers=off_main': [bagPrice('off_main', '2150.00', '40.00', total)],
      [FARES]: [fare('off_1', '2200.00'), main],
    })
    open(bagless({ slices: [slice()], price: { amount: '2200.00' } }))

    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('offers=off_main'))).toBe(true))
    await waitFor(() => expect(priceSummary().queryAllByText(/ \(Main, \$2,150 \+ \$40\)$/)).toHaveLength(count))
    expect(calls.some(({ path }) => path.endsWith('offers=off_1'))).toBe(false)
  },
)

test('r039 the link to another fare notes the price it was pressed at, also where it opens another tab', async () => {
  serve({ [BAGS]: [bagPrice('off_1', '2128.00', '300.00', '2428.00')], [FARES]: [own, flex('2200.00')] })
  onTestFinished(() => localStorage.clear())
  const { user } = open(bagless())

  await user.pointer({ target: await otherFare(), keys: '[MouseRight]' })

  expect(JSON.parse(localStorage.getItem('shownPrices') ?? '[]')[0]).toMatchObject({
    offerId: 'off_flex',
    price: { amount: '2200.00' },
  })
})

test('bag09 where this fare sells no bag, one that includes it is told', async () => {
  serve({ [FARES]: [own, flex('2600.00')] })
  open(bagless({ available_services: [] }))

  expect(await otherFare()).toHaveTextContent('$2,600 with a checked bag each (Economy Flex, bag included)')
})

test('s093 a phone has the total and Book Now in reach', () => {
  open()

  const book = screen.getByRole('link', { name: 'Book Now' })
  expect(book.parentElement).toHaveTextContent('$1,284')
})

test.each([
  [30, /Offer expires in/],
  [4, /Offer Expiring Soon/],
  [-1, /This flight offer has expired\. Please try another flight\./],
])('s095 with %i minutes left the price says so, beside Refundable', (minutes, words) => {
  open(roundTrip(after(minutes)))

  const price = screen.getByRole('region', { name: 'Price summary' })
  expect(price).toHaveTextContent('Refundable')
  expect(price).toHaveTextContent(words)
})

test('r003 s185 the price summary names our part of the base fare in dollars, and the rules when it comes back', async () => {
  const { user } = open()

  expect(screen.getByRole('region', { name: 'Price summary' })).toHaveTextContent(
    'Includes our $240.10 booking fee, refunded if you cancel online within 24 hours.',
  )
  await user.click(screen.getByRole('tab', { name: 'Fare Rules' }))
  expect(screen.getByRole('tabpanel')).toHaveTextContent(
    'Our booking fee of $240.10Refunded if you cancel online within 24 hours',
  )
})

test('s097 flights, rules and seats have a tab each', async () => {
  const { user } = open()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
    'Flight Details',
    'Fare Rules',
    'Seat Maps',
  ])

  await user.click(screen.getByRole('tab', { name: 'Fare Rules' }))
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Cancel before departure')
  await user.click(screen.getByRole('tab', { name: 'Seat Maps' }))
  expect(await screen.findByText('Seat Selection Unavailable')).toBeVisible()
})

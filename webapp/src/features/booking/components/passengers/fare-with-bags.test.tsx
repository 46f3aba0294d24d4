import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '@/lib/api/types'
import { standAt } from '@/testing/address'
import { sellingBags } from '@/testing/bag-offers'
import { card, enter, inHalfAnHour, OFFER, open } from '@/testing/booking-walk'
import { bagService, fare } from '@/testing/offers'
import { type Given, problem } from '@/testing/server'
import { readDraft } from '../../lib/draft-memory'

const FARES = 'GET /api/flights/offer/off_1/fares'
const WHOLE_TRIP = 'checked bag, 23 kg, whole trip'
const none = [
  { type: 'carry_on', quantity: 1 },
  { type: 'checked', quantity: 0 },
]

/** The offer of a fare without a checked bag, for two who travel. */
const bare = (): Offer => {
  const selling = sellingBags()
  const slices = selling.slices.map((way) => ({
    ...way,
    segments: way.segments.map((one) => ({ ...one, baggages: none })),
  }))
  const passengers = ['pas_1', 'pas_2'].map((id) => ({ id, type: 'adult', age: null }))
  const services = passengers.map(({ id }) =>
    bagService({ id: `ase_${id}`, passenger_ids: [id], segment_ids: ['seg_1', 'seg_2', 'seg_3'] }),
  )
  return { ...selling, slices, passengers, available_services: services }
}
const classic = (amount: string, part: Parameters<typeof fare>[2] = {}) =>
  fare('off_classic', amount, { fare_brand_name: 'Economy Classic', expires_at: inHalfAnHour, ...part })
const own = fare('off_1', '1284', { fare_brand_name: 'Economy Light', baggages: none, expires_at: inHalfAnHour })

type Page = ReturnType<typeof open>
async function openWith(fares: Given<object>) {
  const page = open({ [OFFER]: bare(), [FARES]: fares })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  return page
}
async function addBag({ user }: Page, number: number) {
  const line = card(number).getByRole('button', { name: /^Bags/ })
  if (line.getAttribute('aria-expanded') === 'false') await user.click(line)
  await user.click(card(number).getByRole('button', { name: new RegExp(`^Add a ${WHOLE_TRIP}`) }))
}
const asked = ({ calls }: Page) => calls.filter(({ path }) => path.endsWith('/fares')).length
const wasAsked = (page: Page) => vi.waitFor(() => expect(asked(page)).toBe(1))
/** In the page, beside what is read out. */
const shown = { selector: 'p' }
const hint = () => screen.queryByText(/includes .+ with the same bags\./, shown)

beforeEach(() => standAt('/booking?offer=off_1&adults=2&from_origin=JFK'))

test('bags that cost more than another fare that includes them are said, with both sums and the way there', async () => {
  const page = await openWith([own, classic('1400')])
  await addBag(page, 1)
  await wasAsked(page)
  await settled(page)
  expect(hint()).toBeNull()
  const regions = screen.getAllByRole('status')

  await addBag(page, 2)

  expect(await screen.findByText(/^Economy Classic includes/, shown)).toHaveTextContent(
    'Economy Classic includes a checked bag each: $1,400 in total, compared with $1,434 for this fare with the same bags.',
  )
  const link = card(2).getByRole('link', { name: 'See that fare' })
  expect(link).toHaveAttribute('href', '/flight/off_classic?from_origin=JFK')
  expect(screen.getAllByRole('link', { name: 'See that fare' })).toHaveLength(1)
  // In a region that was there before: readers hear of no other.
  expect(regions).toContain(screen.getByText(/^Economy Classic includes/, { selector: '[role=status]' }))
})

test('it goes with the bags it was about', async () => {
  const page = await openWith([own, classic('1300')])
  await addBag(page, 1)
  await screen.findByText(/^Economy Classic includes/, shown)

  await page.user.click(card(1).getByRole('button', { name: new RegExp(`^Remove a ${WHOLE_TRIP}`) }))

  await waitFor(() => expect(hint()).toBeNull())
})

test('before a bag is chosen the fares are not asked for, and after it once', async () => {
  const page = await openWith([own, classic('1300')])
  await enter(page, card(1).getByLabelText('First name'), 'Maya')
  await page.user.click(card(1).getByRole('button', { name: /^Bags/ }))
  expect(asked(page)).toBe(0)

  await addBag(page, 1)
  await addBag(page, 2)

  expect(await screen.findByText(/^Economy Classic includes/, shown)).toBeVisible()
  expect(asked(page)).toBe(1)
})

test('names that were typed are kept for the other fare', async () => {
  const page = await openWith([own, classic('1300')])
  await enter(page, card(1).getByLabelText('First name'), 'Maya')
  await addBag(page, 1)
  await screen.findByText(/^Economy Classic includes/, shown)

  page.unmount()

  expect(readDraft().passengers[0]?.fields.firstName).toBe('Maya')
})

test.each([
  ['costs more', classic('1500')],
  ['includes fewer bags than were chosen', classic('1300', { baggages: none })],
  ['has expired', classic('1300', { expires_at: '2020-01-01T00:00:00Z' })],
])('nothing is said of a fare that %s', async (_, other) => {
  const page = await openWith([own, other])

  await addBag(page, 1)

  await wasAsked(page)
  await settled(page)
  expect(hint()).toBeNull()
})

test('fares that cannot be read are passed over in silence', async () => {
  const page = await openWith(problem(503, 'SEARCH_UNAVAILABLE', 'Away.'))

  await addBag(page, 1)

  await wasAsked(page)
  await settled(page)
  expect(hint()).toBeNull()
  expect(screen.queryByText('Away.')).toBeNull()
  expect(card(1).getByRole('button', { name: /^Remove a / })).toBeVisible()
})

/** One more press: what the answer to the fares draws is there by then. */
const settled = (page: Page) => enter(page, card(1).getByLabelText('First name'), 'Maya')

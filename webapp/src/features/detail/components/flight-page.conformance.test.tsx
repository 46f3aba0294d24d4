import { screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bagService, offer, place, roundTripWithStop, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
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

test('bag09 where no bag is sold the price summary names none', () => {
  open()

  expect(screen.queryByText(/checked bag from/)).toBeNull()
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

import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { booking, traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { serve } from '@/testing/server'
import { AttemptedOfferContext } from '../../hooks/attempted-offer'
import { hasPassengers } from '../../lib/draft'
import { readDraft, remember } from '../../lib/draft-memory'
import { emptyPassenger, type PassengerFields } from '../../lib/passenger-form'
import { Pending } from './pending'

vi.mock('next/navigation', () => ({ usePathname: () => '/booking', useRouter: () => ({}) }))

const ONE = 'GET /api/bookings/bk_1'
const open = (part: Parameters<typeof booking>[0]) => {
  serve({ [ONE]: booking(part), 'GET /api/auth/user': traveller })
  setup(
    <AttemptedOfferContext value={{ offerId: 'off_1', search: '', email: 'maya@traveller.example' }}>
      <Pending bookingId="bk_1" />
    </AttemptedOfferContext>,
  )
}

beforeEach(() => {
  remember({ type: 'booked' })
  window.scrollTo = vi.fn()
})

test('r028 a pending booking waits calmly, and nothing can be paid twice', async () => {
  open({ status: 'pending', duffelBookingId: '' })

  expect(await screen.findByRole('heading', { name: 'We are confirming your booking with the airline' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText(/failed/i)).toBeNull()
})

test('r028 once confirmed the ticket stands there', async () => {
  open({ status: 'confirmed' })

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(screen.getByText('JTVMSN')).toBeVisible()
})

test.each([
  ['BOOKING_FAILED', 'No seat is left. Nothing has been charged.', /No seat is left\. Nothing has been charged\./],
  ['BOOKING_FAILED', 'What was taken has been paid back.', /What was taken has been paid back\./],
  ['OFFER_EXPIRED', 'x', /This flight offer has expired\. ?Nothing was charged\./],
  ['PRICE_CHANGED', 'Nothing has been charged.', /The price of this flight has changed\. ?Nothing was charged\./],
  ['PAYMENT_FAILED', 'Declined. Nothing was charged.', /Nothing was charged\./],
])(
  'r030 a booking that failed (%s: %s) says why, and once what it means for the money',
  async (code, message, told) => {
    open({ status: 'failed', duffelBookingId: '', failure: { code, message } })

    expect(await screen.findByRole('heading', { name: 'Booking Failed' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(told)
    expect(screen.getByRole('alert').textContent?.match(/charged|paid back/g)).toHaveLength(1)
    for (const line of screen.getByRole('alert').querySelectorAll('p')) expect(line).toHaveTextContent(/\w/)
  },
)

test('r028 r030 a booking that failed while its money is on its way back says so, and that another may be booked', async () => {
  const failure = { code: 'BOOKING_FAILED', message: 'The airline could not confirm this booking.' }
  open({ status: 'pending', duffelBookingId: '', failure })

  const told = await screen.findByRole('alert')
  expect(told).toHaveTextContent('We could not book this flight')
  expect(told).toHaveTextContent(failure.message)
  expect(told).toHaveTextContent('is being returned. You don’t need to do anything: we’ll e-mail you once it’s done.')
  expect(told).toHaveTextContent('You may book another flight now.')
  expect(screen.getByRole('link', { name: 'Search Flights' })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/confirming|do not book again|nothing (is|was|has been) charged/i)
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test.each([
  [0, 'The airline is making your booking.'],
  [1, 'The airline is taking longer than usual.'],
  [5, 'The airline has still not answered.'],
])('r028 after %s minutes it says so', async (minutes, words) => {
  open({ status: 'pending', duffelBookingId: '', createdAt: minutesAgo(minutes) })

  expect(await screen.findByText(new RegExp(words))).toHaveTextContent('Please do not book again.')
})

test('a pending booking has words to quote and an address to come back to', async () => {
  open({ id: 'bk_1', status: 'pending', duffelBookingId: '' })

  expect(await screen.findByText('BK_1')).toBeVisible()
  expect(screen.getByText(/^Your booking is sent\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'this link' })).toHaveAttribute('href', '/booking?offer=off_1')
})

const keep = (passenger: PassengerFields) =>
  remember({ type: 'passengers kept', party: [{ type: 'adult' }], passengers: [passenger], isPassportRequired: false })

test('r017 who watches a booking fail is told that what was typed is kept', async () => {
  keep({ ...emptyPassenger, firstName: 'Maya' })
  open({ status: 'failed', duffelBookingId: '' })

  expect(await screen.findByText(/^We’ve kept your details for your next flight/)).toBeVisible()
})

test('a confirmed booking needs no draft any more', async () => {
  keep(emptyPassenger)
  open({ status: 'confirmed' })
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  expect(hasPassengers(readDraft())).toBe(false)
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '@/lib/storage'
import { booking, bookingFailure, traveller } from '@/testing/bookings'
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
  ['BOOKING_FAILED', 'seat_taken', 'not_charged', /A seat you chose has just been taken\..*Nothing was charged\./],
  ['BOOKING_FAILED', 'airline_refused', 'paid_back', /could not confirm this booking\..*has been paid back\./],
  ['BOOKING_FAILED', 'of_tomorrow', 'owed', /could not confirm this booking\..*could not be paid back to it\./],
  ['OFFER_EXPIRED', null, 'not_charged', /This flight offer has expired\. ?Nothing was charged\./],
  ['PRICE_CHANGED', null, null, /The price of this flight has changed\. ?Nothing was charged\./],
  ['PAYMENT_FAILED', 'payment_cancelled', null, /You cancelled this payment\. ?Nothing was charged\./],
])(
  'r030 a booking that failed (%s, %s, %s) says why, and once what it means for the money',
  async (code, reason, money, told) => {
    open({ status: 'failed', duffelBookingId: '', failure: bookingFailure(code, { reason, money }) })

    expect(await screen.findByRole('heading', { name: 'Booking Failed' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(told)
    expect(screen.getByRole('alert').textContent?.match(/charged|paid back/g)).toHaveLength(1)
    for (const line of screen.getByRole('alert').querySelectorAll('p')) expect(line).toHaveTextContent(/\w/)
  },
)

test('r028 r030 a booking that failed while its money is on its way back says so, and that another may be booked', async () => {
  const failure = bookingFailure('BOOKING_FAILED', { reason: 'airline_refused', money: null })
  open({ status: 'pending', duffelBookingId: '', failure })

  const told = await screen.findByRole('alert')
  expect(told).toHaveTextContent('We couldn’t book this flight')
  expect(told).toHaveTextContent('The airline could not confirm this booking.')
  expect(told).toHaveTextContent('is being returned. You don’t need to do anything: we’ll e-mail you once it’s done.')
  expect(told).toHaveTextContent('You can book another flight now.')
  expect(screen.getByRole('link', { name: 'Search Flights' })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/confirming|do not book again|nothing (is|was|has been) charged/i)
})

test.each([
  ['failed', { origin: 'JFK', destination: 'LHR' }, '/search?origin=JFK&destination=LHR'],
  ['failed', null, '/'],
  ['pending', { origin: 'JFK', destination: 'LHR' }, '/search?origin=JFK&destination=LHR'],
  ['pending', null, '/'],
] as const)('a booking that came to nothing (%s) leads to the last search (%o): %s', async (status, search, href) => {
  if (search) store('localStorage', 'lastSearchParams', search)
  open({ status, duffelBookingId: '', failure: bookingFailure('BOOKING_FAILED', { money: null }) })

  expect(await screen.findByRole('link', { name: 'Search Flights' })).toHaveAttribute('href', href)
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
  remember({
    type: 'passengers kept',
    offerId: 'off_1',
    party: [{ type: 'adult' }],
    passengers: [passenger],
    hadPassports: false,
  })

test('r017 who watches a booking fail is told that what was typed is kept', async () => {
  keep({ ...emptyPassenger, firstName: 'Maya' })
  open({ status: 'failed', duffelBookingId: '' })

  expect(await screen.findByText(/^We’ve kept your details for your next flight/)).toBeVisible()
})

test('a confirmed booking needs no draft any more', async () => {
  keep(emptyPassenger)
  open({ status: 'confirmed' })
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  await waitFor(() => expect(hasPassengers(readDraft())).toBe(false))
})

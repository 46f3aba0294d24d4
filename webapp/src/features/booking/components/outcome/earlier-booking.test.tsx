import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { rememberBooking } from '@/lib/booked-offers'
import { booking, bookingFailure, traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import { BookingPage } from '../booking-page'

vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams('offer=off_1'),
  usePathname: () => '/booking',
  useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
}))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const ONE = 'GET /api/bookings/bk_1'
const gone = problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.')
const begin = { name: 'Who is traveling?' }

function open<Asked extends string>(answers: Answers<Asked>) {
  serve({ 'GET /api/flights/offer/off_1': gone, 'GET /api/auth/user': traveller, ...answers })
  return setup(<BookingPage />)
}

beforeEach(() => {
  setCookie('fareway_user=; max-age=0')
  window.scrollTo = vi.fn()
})

test('r028 a reload of the confirmation shows it again, without a password and without toasts', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [ONE]: booking(), 'GET /api/auth/user': problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') })

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(screen.getByText('JTVMSN')).toBeVisible()
  expect(await screen.findByText(/e-mailed you a link to set up your account/)).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
})

test('r036 a reload still says where the papers went', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [ONE]: booking({ mailedTo: 'maya@traveller.example' }) })

  expect(await screen.findByText('maya@traveller.example')).toBeVisible()
})

test('r028 a reload of a pending booking goes on waiting', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [ONE]: booking({ status: 'pending', duffelBookingId: '' }) })

  expect(await screen.findByRole('heading', { name: 'We are confirming your booking with the airline' })).toBeVisible()
})

test('the losing one of two tabs is shown the booking of the other, not that the offer expired', async () => {
  open({ [ONE]: booking() })
  expect(await screen.findByText('This flight offer has expired. Please select another flight.')).toBeVisible()

  rememberBooking('off_1', 'bk_1')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

test('r045 a cancelled booking leads a guest to the trip itself', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [ONE]: booking({ status: 'cancelled' }) })

  expect(await screen.findByRole('link', { name: 'View your trip' })).toHaveAttribute('href', '/trip?id=bk_1')
})

test('a cancelled booking says so and leads who is signed in to My Trips', async () => {
  setCookie('fareway_user=1')
  rememberBooking('off_1', 'bk_1')
  open({ [ONE]: booking({ status: 'cancelled' }) })

  expect(await screen.findByRole('heading', { name: 'You’ve cancelled this booking' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'View My Trips' })).toHaveAttribute('href', '/my-trips')
})

const failure = bookingFailure('BOOKING_FAILED')

test('a booking that has failed is forgotten, and the offer can be booked', async () => {
  rememberBooking('off_1', 'bk_1')
  const failed = booking({ status: 'failed', duffelBookingId: '', failure })
  open({ 'GET /api/flights/offer/off_1': offer(), [ONE]: failed })

  expect(await screen.findByRole('heading', begin)).toBeVisible()
  expect(localStorage.getItem('bookedOffers')).toBe('[]')
})

test.each([
  ['of another session', problem(404, 'BOOKING_NOT_FOUND', 'There is no such booking.')],
  ['of somebody signed out', problem(401, 'UNAUTHENTICATED', 'Not authenticated')],
])('r006 a booking %s is not bought a second time: its page leads to it', async (_, answer) => {
  rememberBooking('off_1', 'bk_1')
  open({ 'GET /api/flights/offer/off_1': offer(), [ONE]: answer })

  expect(await screen.findByRole('heading', { name: 'This booking isn’t open in this browser' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'E-mail me a link' })).toBeVisible()
  expect(screen.queryByText(/cannot reach/)).toBeNull()
})

test('while the service is away the booking is not forgotten', async () => {
  rememberBooking('off_1', 'bk_1')
  let answer: Fake<typeof ONE> = problem(503, 'UNAVAILABLE', 'We are away for a moment.')
  const { user } = open({ [ONE]: () => answer })
  const again = await screen.findByRole('button', { name: 'Try Again' })
  answer = booking()
  await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'))
  await user.click(again)

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

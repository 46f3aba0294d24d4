import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  bookedSlice,
  booking,
  breakdown,
  cancelled,
  fareKept,
  nonRefundable,
  quote,
  traveller,
  tripData,
  usd,
} from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { FakeSource } from '@/testing/event-source'
import { setup } from '@/testing/render'
import { type Answers, problem, serve } from '@/testing/server'
import { GuestTripPage } from './guest-trip-page'

const router = vi.hoisted(() => ({ query: '', replace: vi.fn() }))

vi.mock('next/navigation', () => ({
  usePathname: () => '/trip',
  useRouter: () => ({ replace: router.replace }),
  useSearchParams: () => new URLSearchParams(router.query),
}))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const OPEN = 'POST /api/guest-links/open'
const ASK = 'POST /api/guest-links'
const ONE = 'GET /api/bookings/bk_1'
const CLAIM = 'POST /api/bookings/bk_1/claim'
const USER = 'GET /api/auth/user'

/** Arrives at the address; a token stands behind its #. */
function arrive<Asked extends string>(address: string, answers: Answers<Asked>) {
  window.history.replaceState(null, '', address)
  router.query = window.location.search
  const calls = serve(answers)
  return { calls, ...setup(<GuestTripPage />) }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('r010 a link is opened once, and the trip stands there', async () => {
  const { calls } = arrive('/trip#token=t1', { [OPEN]: { bookingId: 'bk_1' }, [ONE]: booking() })

  expect(await screen.findByRole('heading', { name: 'New York to London' })).toBeInTheDocument()
  expect(screen.getByText('Maya Okafor')).toBeInTheDocument()
  const opened = calls.filter(({ path }) => path.endsWith('/open'))
  expect(opened.map(({ body }) => body)).toEqual([{ token: 't1' }])
  expect(router.replace).toHaveBeenCalledWith('/trip?id=bk_1')
})

test('the headings of a trip leave out no level', async () => {
  arrive('/trip#token=t1', { [OPEN]: { bookingId: 'bk_1' }, [ONE]: booking() })
  await screen.findByRole('heading', { name: 'New York to London' })

  const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
  const steps = levels.map((level, index) => level - (levels[index - 1] ?? 0))
  expect(levels).toContain(3)
  expect(Math.max(...steps)).toBe(1)
})

test('r010 a link that is pasted into the page itself opens the trip as well', async () => {
  arrive('/trip', { [OPEN]: { bookingId: 'bk_1' }, [ONE]: booking() })

  expect(await screen.findByLabelText('Booking reference')).toBeInTheDocument()
  act(() => {
    window.location.hash = 'token=t1'
  })
  expect(await screen.findByRole('heading', { name: 'New York to London' })).toBeInTheDocument()
})

test('r010 that a link was used is said until a new one was asked for', async () => {
  const gone = problem(422, 'TOKEN_INVALID', 'This link has been used or has expired.')
  const { user, calls } = arrive('/trip#token=t1', { [OPEN]: gone, [ASK]: { message: 'x' } })
  const reason = await screen.findByText('This link has been used or has expired. Get a new one here.')
  expect(reason).toBeVisible()
  await user.type(screen.getByLabelText('Booking reference'), 'JTVMSN')
  await user.type(screen.getByLabelText('E-mail you booked with'), 'maya@traveller.example')
  await user.click(screen.getByRole('button', { name: 'E-mail me a link' }))

  expect(await screen.findByText(/an e-\u2060mail with a link is on its way/)).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ reference: 'JTVMSN', email: 'maya@traveller.example' })
  expect(screen.queryByText(/has been used or has expired/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change it' }))
  expect(screen.getByText(/has been used or has expired/)).toBeVisible()
})

test('r013 without a link the page asks which trip it is', async () => {
  const { user, calls } = arrive('/trip', {})
  await user.click(await screen.findByRole('button', { name: 'E-mail me a link' }))

  expect(await screen.findByText('Please enter your booking reference')).toBeInTheDocument()
  expect(screen.getByText('Please enter a valid e-mail address')).toBeInTheDocument()
  expect(calls).toEqual([])
})

test('r010 a trip of another browser is not shown', async () => {
  arrive('/trip?id=bk_1', {})

  expect(await screen.findByRole('alert')).toHaveTextContent('This trip isn’t open in this browser.')
})

test('a service that is away is asked again', async () => {
  const away = problem(503, 'SERVICE_UNAVAILABLE', 'The service is away.')
  const { user, calls } = arrive('/trip#token=t1', { [OPEN]: away })
  expect(await screen.findByRole('alert')).toHaveTextContent('This service is not available right now.')

  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(calls.filter(({ path }) => path.endsWith('/open')).length).toBe(2))
})

test('a trip that could not be read for a moment comes by itself, and until then nothing moves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [problem(503, 'SERVICE_UNAVAILABLE', 'The service is away.')]
  const later = deferred()
  const { calls } = arrive('/trip?id=bk_1', { [ONE]: () => answers.shift() ?? later.promise })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  button.focus()

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.filter(({ path }) => ONE.endsWith(path))).toHaveLength(2)
  expect(button).toHaveFocus()
  expect(button).toHaveTextContent('Try Again')

  await act(async () => later.resolve(booking()))
  expect(await screen.findByRole('heading', { name: 'New York to London' })).toBeVisible()
})

test('a link that could not be opened is not sent again by itself: it counts once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { calls } = arrive('/trip#token=t1', { [OPEN]: problem(503, 'SERVICE_UNAVAILABLE', 'x') })
  await screen.findByRole('button', { name: 'Try Again' })

  await act(() => vi.advanceTimersByTimeAsync(60_000))

  expect(calls.filter(({ path }) => path.endsWith('/open'))).toHaveLength(1)
})

test('while a trip that could not be read waits for Try Again, nothing changes under the finger', async () => {
  let reads = 0
  const away = problem(500, 'INTERNAL_ERROR', 'x')
  const read = () => {
    reads += 1
    return reads === 1 ? away : new Promise<never>(() => undefined)
  }
  const { user } = arrive('/trip?id=bk_1', { [ONE]: read })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.getByRole('heading', { name: 'We couldn’t load your trip' })).toBeVisible()

  await user.click(button)

  expect(reads).toBe(2)
  expect(button).toBeVisible()
  expect(button).toHaveTextContent('Trying…')
})

test('r037 a trip that has left cannot be cancelled, and says so', async () => {
  const slices = [bookedSlice({ departure_time: '2026-01-05T19:30:00' })]
  arrive('/trip?id=bk_1', { [ONE]: booking({ data: { slices } }) })

  expect(await screen.findByText(/^This trip has started, so it can no longer be cancelled here\./)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel Booking' })).toBeNull()
})

test('r010 r037 the trip is cancelled for what was quoted', async () => {
  const answers = {
    [ONE]: booking(),
    'GET /api/bookings/bk_1/cancellation': quote(),
    'POST /api/bookings/bk_1/cancel': {
      success: true,
      message: '',
      refund: quote().refund,
      refundTo: 'card',
      credit: null,
      breakdown: breakdown(),
    },
  }
  const { user } = arrive('/trip?id=bk_1', answers)
  await user.click(await screen.findByRole('button', { name: 'Cancel Booking' }))
  expect(await screen.findByText('Refund to your card')).toBeInTheDocument()

  await user.click(screen.getByRole('button', { name: 'Yes, Cancel Booking' }))

  const outcome = await screen.findByRole('status')
  expect(outcome).toHaveTextContent(/is cancelled. \$813.50 goes back to your card/)
  await waitFor(() => expect(outcome).toHaveFocus())
})

test('r037 a trip cancelled on its page says all of its money once, in the words that take the focus', async () => {
  let trip = booking()
  const cancellation = cancelled({ refund: usd('240.10'), refundStatus: 'succeeded', breakdown: fareKept() })
  const conditions = { ...tripData().conditions, refund_before_departure: nonRefundable }
  const { user } = arrive('/trip?id=bk_1', {
    [ONE]: () => trip,
    'GET /api/bookings/bk_1/cancellation': quote(),
    'POST /api/bookings/bk_1/cancel': () => {
      trip = booking({ status: 'cancelled', cancellation, data: { conditions } })
      return { success: true, message: '', ...cancellation }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel Booking' }))
  await screen.findByText('Refund to your card')
  await user.click(screen.getByRole('button', { name: 'Yes, Cancel Booking' }))

  const outcome = await screen.findByRole('status')
  expect(outcome.textContent).toBe(
    'This trip is cancelled. $240.10 was refunded to your card. ' +
      'Expect it by Thu, Dec 10, 2026: banks take up to 14 business days.' +
      'Not refunded: $1,098.40 (fare $800, taxes $243.90, seats $54.50). ' +
      'This fare is non-refundable.',
  )
  await waitFor(() => expect(outcome).toHaveFocus())
  expect(screen.getAllByText(/to your card/)).toHaveLength(1)
})

test('the trip goes on paper', async () => {
  arrive('/trip?id=bk_1', { [ONE]: booking() })

  const link = await screen.findByRole('link', { name: 'Itinerary (PDF)' })

  expect(link).toHaveAttribute('href', '/api/bookings/bk_1/itinerary.pdf')
})

test('the flights go into a calendar', async () => {
  arrive('/trip?id=bk_1', { [ONE]: booking() })

  const link = await screen.findByRole('link', { name: 'Add to calendar' })

  expect(link).toHaveAttribute('href', '/api/bookings/bk_1/calendar.ics')
})

test('a cancelled trip says so in its title, and goes into no calendar', async () => {
  arrive('/trip?id=bk_1', { [ONE]: booking({ status: 'cancelled' }) })

  expect(await screen.findByRole('heading', { name: 'Cancelled: New York to London' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel Booking' })).toBeNull()
})

test('r010 what is done elsewhere shows without a reload, and news of other trips change nothing', async () => {
  FakeSource.install()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let trip = booking()
  const { calls } = arrive('/trip?id=bk_1', { [ONE]: () => trip })
  expect(await screen.findByText('Confirmed')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  const read = calls.length

  FakeSource.opened.at(-1)?.tell('booking', { id: 'bk_2', version: 9, status: 'cancelled' })
  await act(async () => undefined)
  expect(calls).toHaveLength(read)
  trip = booking({ status: 'cancelled' })
  FakeSource.opened.at(-1)?.tell('booking', { id: 'bk_1', version: 9, status: 'cancelled' })

  expect(await screen.findByText('Cancelled')).toBeInTheDocument()
})

const nobody = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')

test('r004 who is signed out logs in first, and comes back to the trip', async () => {
  arrive('/trip?id=bk_1', { [ONE]: booking({ claimable: true }), [USER]: nobody })

  const link = await screen.findByRole('link', { name: 'Log in' })

  expect(link).toHaveAttribute('href', '/login?redirect=%2Ftrip%3Fid%3Dbk_1')
  expect(screen.queryByRole('button', { name: 'Add to My Trips' })).not.toBeInTheDocument()
})

test('r004 who is signed in adds the trip to the account', async () => {
  let isClaimed = false
  const claim = () => {
    isClaimed = true
    return { success: true, passwordEnded: false }
  }
  const one = () => booking({ claimable: !isClaimed })
  const { user } = arrive('/trip?id=bk_1', { [ONE]: one, [USER]: traveller, [CLAIM]: claim })

  await user.click(await screen.findByRole('button', { name: 'Add to My Trips' }))

  const outcome = await screen.findByRole('status')
  expect(outcome).toHaveTextContent('This trip is now in your account, under My Trips.')
  await waitFor(() => expect(outcome).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Add to My Trips' })).not.toBeInTheDocument()
})

test('r004 whose generated password has ended is told that a link to another is mailed', async () => {
  const answers = { [ONE]: booking({ claimable: true }), [USER]: traveller }
  const { user } = arrive('/trip?id=bk_1', { ...answers, [CLAIM]: { success: true, passwordEnded: true } })

  await user.click(await screen.findByRole('button', { name: 'Add to My Trips' }))

  expect(await screen.findByText(/We’ve e-mailed you a link to set your own/)).toBeInTheDocument()
})

test('r004 the account of another address is told so, and may not add the trip', async () => {
  const other = problem(409, 'OTHER_ADDRESS', 'This trip was booked with another e-mail address.')
  const answers = { [ONE]: booking({ claimable: true }), [USER]: traveller, [CLAIM]: other }
  const { user } = arrive('/trip?id=bk_1', answers)

  await user.click(await screen.findByRole('button', { name: 'Add to My Trips' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('This trip was booked with another e-mail address')
  expect(screen.getByRole('button', { name: 'Add to My Trips' })).toBeEnabled()
})

test('a trip that is in an account already is offered to no other', async () => {
  arrive('/trip?id=bk_1', { [ONE]: booking(), [USER]: traveller })

  expect(await screen.findByRole('heading', { name: 'New York to London' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add to My Trips' })).not.toBeInTheDocument()
})

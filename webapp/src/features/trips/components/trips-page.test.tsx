import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BookingRecord } from '@/lib/api/types'
import { bookedSlice, booking, bookingFailure, traveller } from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { FakeSource } from '@/testing/event-source'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { away, failing, guest, LIST, look, open, pressTwice, USER } from '@/testing/trips-walk'
import { TripsPage } from './trips-page'

test('s156 c004 a guest is asked to sign in', async () => {
  const calls = serve({ [USER]: guest })
  setup(<TripsPage />)

  expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?redirect=%2Fmy-trips')
  expect(screen.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register?redirect=%2Fmy-trips')
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/user'])
})

test('s156 a session that ended meanwhile is a guest', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ [USER]: traveller, [LIST]: guest })
  setup(<TripsPage />)

  expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeInTheDocument()
})

test('s157 while it waits the page says so', () => {
  serve({ [USER]: () => new Promise<never>(() => undefined) })
  setup(<TripsPage />)

  expect(screen.getByRole('status')).toHaveTextContent('Loading your trips')
})

test('s157 without trips there is a way to a flight', async () => {
  open([])

  expect(await screen.findByRole('heading', { name: 'No trips found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Search Flights' })).toHaveAttribute('href', '/')
})

test.each([
  ['the list', { [LIST]: away }],
  ['the current user', { [USER]: away }],
])('s157 when %s cannot be read the page says so and tries again', async (_, answers) => {
  const { user, calls } = open([booking()], answers)
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your trips')
  expect(screen.getByText('Reference for support: req_7')).toBeInTheDocument()
  const before = calls.length

  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

test('s157 while a list that could not be read is not asked for by itself, nothing changes under the finger', async () => {
  FakeSource.install()
  let answer: BookingRecord[] | Response = problem(500, 'INTERNAL_ERROR', 'x')
  const { user, calls } = open([], { [LIST]: () => answer })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  answer = [booking()]
  const before = calls.length

  act(() => void FakeSource.opened[0]?.dispatchEvent(new Event('open')))
  FakeSource.opened[0]?.tell('booking', { id: 'bk_1', version: 2, status: 'confirmed' })

  expect(calls).toHaveLength(before)
  expect(button).toBeEnabled()
  await user.click(button)
  expect(await screen.findByRole('article')).toBeVisible()
  vi.unstubAllGlobals()
})

test('s157 after a user who could not be read for a moment the trips come by themselves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let answer: Response | typeof traveller = away
  open([booking()], { [USER]: () => answer })
  await screen.findByRole('button', { name: 'Try Again' })
  answer = traveller

  await act(() => vi.advanceTimersByTimeAsync(10_000))

  expect(await screen.findByRole('article')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('s157 a list that could not be read for a moment comes by itself, and until then nothing moves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [away]
  const later = deferred()
  const { calls } = open([], { [LIST]: () => answers.shift() ?? later.promise })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  button.focus()

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.filter(({ path }) => LIST.endsWith(path))).toHaveLength(2)
  expect(button).toHaveFocus()
  expect(button).toHaveTextContent('Try Again')

  await act(async () => later.resolve([booking()]))
  expect(await screen.findByRole('article')).toBeVisible()
})

test('s157 Try Again of the list is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = open([], { [LIST]: answer })

  await pressTwice(user, fail)
})

test('s158 tabs count their trips, and an empty one says so', async () => {
  const { user } = open([
    booking({ id: 'a' }),
    booking({ id: 'b', status: 'pending' }),
    booking({ id: 'c', status: 'cancelled' }),
  ])

  expect(await screen.findByRole('tab', { name: 'Upcoming 2' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tab', { name: 'Cancelled 1' })).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Past 0' }))
  expect(screen.getByText('You have no past trips.')).toBeInTheDocument()
})

test('s159 a card says where, when, who and how much', async () => {
  open([booking()])

  const card = await screen.findByRole('article')

  expect(within(card).getByRole('heading', { name: 'New York to London' })).toBeInTheDocument()
  for (const words of [
    'Round Trip',
    'Fri, Mar 5, 2027 to Fri, Mar 12, 2027',
    '1 passenger',
    'Confirmed',
    '$1,338.50',
  ]) {
    expect(within(card).getByText(words)).toBeInTheDocument()
  }
  expect(within(card).getByRole('button', { name: /^View Details/ })).toBeInTheDocument()
})

test('c013 a pending trip is never shown as confirmed', async () => {
  open([booking({ status: 'pending', duffelBookingId: '' })])

  const card = await screen.findByRole('article')

  expect(within(card).getByText('Pending')).toBeInTheDocument()
  expect(within(card).queryByText('Confirmed')).not.toBeInTheDocument()
})

test('s160 a trip that is over cannot be cancelled', async () => {
  const { user } = open([booking({ status: 'completed' })])

  await user.click(await screen.findByRole('tab', { name: 'Past 1' }))

  expect(screen.getByRole('article')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument()
})

test('r030 a booking that failed says why', async () => {
  const failure = bookingFailure('BOOKING_FAILED', { reason: 'name_refused' })
  const { dialog } = await look(booking({ status: 'failed', failure }))

  const told = 'The airline doesn’t accept a passenger’s name or title. Nothing was charged.'
  expect(await within(dialog).findByText(told)).toBeInTheDocument()
})

test('r030 a booking that failed says why while its money is on its way back', async () => {
  const failure = bookingFailure('BOOKING_FAILED', { reason: 'airline_refused', money: null })
  const { dialog } = await look(booking({ status: 'pending', failure }))

  expect(
    await within(dialog).findByText(/^The airline could not confirm this booking\. Any hold .* being returned/),
  ).toBeInTheDocument()
})

test('s159 one way for one', async () => {
  open([booking({ data: { slices: [bookedSlice()], total_amount: '486.00', total_currency: 'EUR' } })])

  const card = await screen.findByRole('article')

  expect(within(card).getByText('One Way')).toBeInTheDocument()
  expect(within(card).getByText('€486')).toBeInTheDocument()
})

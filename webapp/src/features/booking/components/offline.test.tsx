import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteSent } from '@/lib/sent-orders'
import {
  BOOK,
  CARD,
  fillPassenger,
  notify,
  open,
  openAtPayment,
  pay,
  press,
  SEATS,
  VERIFY,
} from '@/testing/booking-walk'
import { booking } from '@/testing/bookings'
import { connect } from '@/testing/connection'
import { cabin } from '@/testing/seats'
import { problem } from '@/testing/server'

const unsent = () => Promise.reject(new TypeError('Failed to fetch'))
const never = () => new Promise<never>(() => undefined)
const confirmed = { id: 'bk_1', status: 'confirmed', duffelBookingId: 'JTVMSN', accountInfo: null, emailContent: '' }
const seen = () => document.body.textContent

/** Stands at the seats, whose map does not come; answers what lets it come, or anything else. */
async function toMissingMap() {
  notify.mockClear()
  let answer: () => object | Promise<never> = unsent
  const page = open({ [SEATS]: () => answer() })
  await fillPassenger(page)
  await connect(false)
  await press(page, 'Continue to seats')
  expect(await screen.findByText(/^You are offline, so the seat map could not be loaded\./)).toBeVisible()
  const arrive = (next: typeof answer = () => [cabin(['15A|B'])]) => {
    answer = next
  }
  return { page, arrive }
}

test('s129 without a connection the seats are waited for, and nothing is said of the airline', async () => {
  const { arrive } = await toMissingMap()
  expect(notify).not.toHaveBeenCalled()
  expect(seen()).not.toContain('The airline assigns seats')
  expect(screen.getByRole('heading', { level: 1, name: 'Seat Selection Unavailable' })).toBeVisible()

  arrive()
  await connect(true)

  expect(await screen.findByRole('grid')).toBeVisible()
})

test('s129 while the seat map is asked for by itself, Try Again stays as it is', async () => {
  const { page, arrive } = await toMissingMap()
  const maps = () => page.calls.filter(({ path }) => SEATS.endsWith(path))
  const asked = maps().length
  arrive(never)
  await connect(true)

  await waitFor(() => expect(maps().length).toBeGreaterThan(asked))
  expect(screen.getByRole('button', { name: 'Try Again' })).not.toHaveAttribute('aria-disabled')
})

test('s104 s129 a seat map that does not come may be asked for again, or skipped', async () => {
  const { page } = await toMissingMap()
  await connect(true)
  await screen.findByText(/^The seat map could not be loaded\./)
  const asked = page.calls.length
  await press(page, 'Try Again')
  await waitFor(() => expect(page.calls.length).toBeGreaterThan(asked))

  await press(page, 'Skip Seat Selection')

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
  expect(seen()).not.toContain('The airline assigns seats')
})

test('travelers who press Pay offline read that nothing was sent, and pay once they are back', async () => {
  const page = await openAtPayment({ [VERIFY]: unsent })
  await connect(false)
  await pay(page)

  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('Nothing was sent')
  expect(notice).toHaveTextContent('You are offline. Nothing was charged')
  expect(screen.queryByText(/^Unable to verify/)).toBeNull()
  expect(page.calls.map(({ method, path }) => `${method} ${path}`)).not.toContain(CARD)

  const asked = page.calls.length
  await connect(true)
  await waitFor(() => expect(page.calls.length).toBeGreaterThan(asked))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Your connection is back: you can pay now.'))
  const payButtons = screen.getAllByRole('button', { name: /^Pay \$/ })
  for (const button of payButtons) await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
})

test('r006 a connection lost while booking is said beside the button: nothing failed, and nothing is to be started', async () => {
  const page = await openAtPayment({ [BOOK]: never })
  await pay(page)
  await waitFor(() => expect(page.calls.some(({ path }) => path === '/api/bookings')).toBe(true))
  await connect(false)

  const words = screen.getByText(/^You are offline\.$/).parentElement
  expect(words).toHaveTextContent('We’ll ask again as soon as you’re back online.')
  expect(words).toHaveTextContent('please do not start another one')
  expect(seen()).not.toMatch(/failed|try again|Nothing was charged/i)

  await connect(true)
  expect(screen.queryByText(/^You are offline\.$/)).toBeNull()
})

test('r006 r028 once the connection is back the booking is asked for by itself, under its key', async () => {
  let answer: () => object | Promise<never> = unsent
  const page = await openAtPayment({ [BOOK]: () => answer() })
  await pay(page)
  await connect(false)
  await screen.findByRole('button', { name: 'Ask again' })
  expect(screen.getByRole('alert')).toHaveTextContent('we’ll ask again as soon as you’re back online')

  answer = () => confirmed
  await connect(true)

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  const keys = page.calls.filter(({ path }) => path === '/api/bookings').map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
})

test('r006 r028 a booking that is looked for says that the connection is away, and is found once it is back', async () => {
  noteSent({ offerId: 'off_1', key: 'key_1', paymentId: 'pay_1', sentAt: Date.now() })
  let record: object = problem(404, 'BOOKING_NOT_FOUND', 'There is no such booking.')
  open({ 'GET /api/bookings/by-key/key_1': () => record, 'GET /api/bookings/bk_1': booking() })
  await screen.findByRole('heading', { name: 'We are looking for your booking' })
  await connect(false)
  expect(screen.getByText(/We can’t reach our service/)).toBeVisible()

  record = booking()
  await connect(true)

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

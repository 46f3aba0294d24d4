import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberBooking } from '@/lib/booked-offers'
import { noteSent } from '@/lib/sent-orders'
import { BOOK, goBy, notify, OFFER, open, openAtPayment, pay, press, VERIFY } from '@/testing/booking-walk'
import { booking, bookingFailure } from '@/testing/bookings'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'

const BY_KEY = 'GET /api/bookings/by-key/key_1'
const READ = 'GET /api/bookings/bk_1'
const replacement = { offer_id: 'off_2', price: offer().price }
const gone = problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.', { valid: false, replacement })
const none = problem(404, 'BOOKING_NOT_FOUND', 'There is no such booking.')
const away = problem(503, 'SERVICE_UNAVAILABLE', 'We are away for a moment.')

const answered = Response.json({
  id: 'bk_1',
  status: 'confirmed',
  duffelBookingId: 'JTVMSN',
  accountCreated: false,
  accountInfo: null,
  emailContent: '',
})

/** A booking went out from this browser, and its page was closed before the answer. */
const sent = (agoMs = 0) => noteSent({ offerId: 'off_1', key: 'key_1', paymentId: 'pay_1', sentAt: Date.now() - agoMs })
const seen = () => document.body.textContent

test('r006 r028 a booking of which nobody knows survives Back: no seats, no other offer, no "Nothing was charged"', async () => {
  let answer: Response | object = away
  const page = await openAtPayment({
    [BOOK]: () => answer,
    [VERIFY]: () => (page?.calls.some(({ path }) => path === '/api/bookings') ? gone : { valid: true, message: '' }),
  })
  await pay(page)
  await screen.findByRole('button', { name: 'Ask again' })

  expect(screen.queryByRole('button', { name: 'Back to Seat Selection' })).toBeNull()
  for (const step of ['seats', 'passengers']) {
    await goBy(step)
    expect(screen.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
    expect(window.location.search).toContain('step=payment')
    expect(screen.getByRole('button', { name: 'Ask again' })).not.toHaveAttribute('aria-disabled')
    expect(screen.queryByRole('button', { name: /^Continue|^Pay/ })).toBeNull()
    expect(seen()).not.toMatch(/expired|Nothing was charged/)
  }

  answer = answered
  await press(page, 'Ask again')
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const bookings = page.calls.filter(({ path }) => path === '/api/bookings')
  expect(new Set(bookings.map(({ key }) => key)).size).toBe(1)
  expect(localStorage.sentOrders).toBeUndefined()
})

test('r006 r023 what was sent is remembered by ids alone', async () => {
  const page = await openAtPayment({ [BOOK]: away })
  await pay(page)
  await screen.findByRole('button', { name: 'Ask again' })

  const [order, ...others] = JSON.parse(localStorage.sentOrders)
  const { key } = page.calls.find(({ path }) => path === '/api/bookings') ?? {}
  expect(order).toEqual({ offerId: 'off_1', key, paymentId: 'pay_1', sentAt: expect.any(Number) })
  expect(others).toEqual([])
})

test('r006 a booking that was refused is not asked about', async () => {
  const page = await openAtPayment({
    [BOOK]: problem(409, 'PRICE_CHANGED', 'x', { price: { amount: '1294', currency: 'USD' } }),
  })
  await pay(page)
  await screen.findByRole('alert')

  expect(localStorage.sentOrders).toBeUndefined()
})

test('r006 r028 after a reload the flights are not offered again while the booking is looked for', async () => {
  sent()
  open({ [OFFER]: gone, [BY_KEY]: none })

  expect(await screen.findByRole('heading', { name: 'We are looking for your booking' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(seen()).toContain('Please do not book again.')
  expect(seen()).not.toMatch(/expired|Nothing was charged/)
})

test('r006 r028 after a reload the booking that was found is told, once', async () => {
  sent()
  const page = open({ [OFFER]: gone, [BY_KEY]: booking(), [READ]: booking() })

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Booking confirmed!' })))
  expect(localStorage.bookedOffers).toContain('"bookingId":"bk_1","paymentId":"pay_1"')
  expect(localStorage.sentOrders).toBeUndefined()

  notify.mockClear()
  page.unmount()
  open({ [OFFER]: gone, [READ]: booking() })
  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
})

test('r004 a guest whose lost answer had their password is told where their account is', async () => {
  let answer: Response = away
  const page = await openAtPayment({ [BOOK]: () => answer })
  await pay(page)
  await screen.findByRole('button', { name: 'Ask again' })
  answer = answered
  await press(page, 'Ask again')
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  expect(screen.getByText(/e-mailed you a link to set up your account/)).toBeVisible()
})

test('r004 a booking whose answer went with its page says where its account is told', async () => {
  sent()
  open({ [OFFER]: gone, [BY_KEY]: booking(), [READ]: booking() })

  expect(await screen.findByText(/e-mailed you a link to set up your account/)).toBeVisible()
})

test('r028 after a reload a booking that failed meanwhile is told as such', async () => {
  sent()
  const failure = bookingFailure('PAYMENT_FAILED')
  const failed = booking({ status: 'failed', duffelBookingId: '', failure })
  open({ [BY_KEY]: failed, [READ]: failed, 'GET /api/bookings/bk_1/passengers': none })

  expect(await screen.findByRole('heading', { name: 'Booking Failed' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try another card' })).toBeVisible()
})

test('r006 a booking that never arrived can be made again, and nothing is promised about money', async () => {
  sent(121_000)
  const page = open({ [BY_KEY]: none })

  expect(await screen.findByRole('heading', { name: 'Your booking didn’t reach us' })).toBeVisible()
  expect(seen()).not.toContain('Nothing was charged')
  await press(page, 'Book again')
  expect(await screen.findByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
})

test('r006 while nobody answers it is neither forgotten nor called lost', async () => {
  sent(121_000)
  open({ [BY_KEY]: away, [OFFER]: gone })

  expect(await screen.findByText(/We can’t reach our service/)).toHaveTextContent('We don’t know yet')
  expect(screen.getByRole('heading', { name: 'We are looking for your booking' })).toBeVisible()
  expect(JSON.parse(localStorage.sentOrders)).toHaveLength(1)
})

test('r009 an answer that takes the pressed button away gives its focus to the heading', async () => {
  sent()
  let answer: Response = away
  const page = open({ [BY_KEY]: () => answer, [OFFER]: gone })
  const button = await screen.findByRole('button', { name: 'Ask again' })
  await page.user.click(button)
  expect(button).toHaveFocus()
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))

  answer = none
  await page.user.click(button)
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'We are looking for your booking' })).toHaveFocus()
})

test('r006 travelers without a session are led to their booking, not to another one', async () => {
  sent(121_000)
  open({ [BY_KEY]: problem(401, 'NOT_AUTHENTICATED', 'Not authenticated'), [OFFER]: gone })

  expect(await screen.findByRole('heading', { name: 'This booking isn’t open in this browser' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'E-mail me a link' })).toBeVisible()
})

test('r006 another tab of the same offer waits with the one that sent it', async () => {
  open({ [BY_KEY]: none })
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  sent()
  window.dispatchEvent(new StorageEvent('storage'))

  expect(await screen.findByRole('heading', { name: 'We are looking for your booking' })).toBeVisible()
})

test('r006 a definite end while the order was open counts: the offer is asked about again', async () => {
  const page = await openAtPayment({ [BOOK]: problem(402, 'PAYMENT_FAILED', 'Declined.') })
  await pay(page)
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Card Payment Failed' })))

  const asked = page.calls.map(({ path }) => path)
  expect(asked.lastIndexOf('/api/flights/verify-offer/off_1')).toBeGreaterThan(asked.indexOf('/api/bookings'))
})

test('a booking that is remembered goes before one that was sent', async () => {
  sent()
  rememberBooking('off_1', 'bk_1')
  open({ [READ]: booking() })

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

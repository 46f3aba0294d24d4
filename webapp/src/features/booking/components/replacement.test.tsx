import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberBooking } from '@/lib/booked-offers'
import { standAt } from '@/testing/address'
import { keptBag } from '@/testing/bags'
import {
  BOOK,
  card,
  domestic,
  inHalfAnHour,
  notify,
  open,
  openAtPayment,
  openAtSeats,
  pay,
  press,
  VERIFY,
} from '@/testing/booking-walk'
import { booking } from '@/testing/bookings'
import { bagService, offer } from '@/testing/offers'
import { cabin } from '@/testing/seats'
import { problem } from '@/testing/server'
import { remember } from '../lib/draft-memory'

const next = offer({
  ...domestic,
  id: 'off_2',
  price: { ...domestic.price, amount: '1322' },
  passengers: [{ id: 'pas_9', type: 'adult', age: null }],
})
const replacement = { offer_id: next.id, price: next.price }
const gone = problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.', { valid: false, replacement })
const replaced = {
  [VERIFY]: gone,
  'GET /api/flights/offer/off_2': next,
  'GET /api/flights/seatmaps/off_2': [cabin(['15A|B'])],
  'GET /api/flights/verify-offer/off_2': { valid: true, message: '', expires_at: inHalfAnHour },
}

test('r038 at the payment the replacement is told in numbers, and one click goes on with everything typed', async () => {
  const page = await openAtPayment(replaced)
  await pay(page)

  const notice = await screen.findByRole('alert')
  // Its half an hour has not passed: somebody else has it.
  expect(notice).toHaveTextContent('This flight offer is no longer available.')
  expect(notice).toHaveTextContent('still available for $1,322, $38 more than before')
  await waitFor(() => expect(notice).toHaveFocus())
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull()
  expect(notice).not.toHaveTextContent('taking you back')
  await press(page, 'Continue for $1,322')

  expect(await screen.findByText('You’re now booking the same flights for $1,322')).toBeVisible()
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
  await waitFor(() => expect(new URLSearchParams(window.location.search).get('offer')).toBe('off_2'))
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Pay $1,322' })[0]).not.toHaveAttribute('aria-disabled'),
  )
  await press(page, 'Pay $1,322')

  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const booked = page.calls.find(({ method, path }) => `${method} ${path}` === BOOK)?.body
  expect(booked).toMatchObject({ offerId: 'off_2', passengers: [{ id: 'pas_9', firstName: 'Maya' }] })
})

test('r038 seats belong to their offer: they are chosen again, and the page says so', async () => {
  const page = await openAtSeats(replaced)
  await page.user.click(await screen.findByRole('gridcell', { name: /^Row 15, seat A/ }))
  await press(page, 'Continue to Payment')
  await screen.findByRole('heading', { name: 'Pay by card' })
  await pay(page)
  expect(await screen.findByRole('alert')).toHaveTextContent('Only your seats need to be chosen again')
  await press(page, 'Continue for $1,322')

  expect(await screen.findByRole('heading', { name: 'Choose seats' })).toBeVisible()
  expect(screen.getByText(/please choose them again/)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Your trip' })).toHaveTextContent('Total$1,322')
})

test('r017 r038 an offer that ends while passengers are typed leaves every field as it is, passports too', async () => {
  const page = open({
    ...replaced,
    'GET /api/flights/offer/off_1': { ...domestic, expires_at: new Date(Date.now() + 1_500).toISOString() },
  })
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await page.user.type(card(1).getByLabelText('First name'), 'Maya')
  await page.user.type(card(1).getByLabelText(/^Passport number/), 'X1234567')
  const take = await screen.findByRole('button', { name: 'Continue for $1,322' })
  expect(card(1).getByLabelText(/^Passport number/)).toHaveFocus()
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith(
      expect.objectContaining({ description: expect.stringContaining('available for $1,322, $38 more than before') }),
    ),
  )
  notify.mockClear()
  await page.user.click(take)

  expect(await screen.findByText('You’re now booking the same flights for $1,322')).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
  expect(card(1).getByLabelText(/^Passport number/)).toHaveValue('X1234567')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Maya|X1234567/)
})

test('r038 an address whose offer is gone leads to the replacement', async () => {
  const page = open({ ...replaced, 'GET /api/flights/offer/off_1': gone })
  await page.user.click(await screen.findByRole('button', { name: 'Continue for $1,322' }))

  expect(await screen.findByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
  await waitFor(() => expect(window.location.search).toContain('offer=off_2'))
})

test('r038 bag08 bags of an offer that is gone at load go with its replacement, at the new price', async () => {
  const dearer = bagService({ id: 'ase_new', passenger_ids: ['pas_9'], total_amount: '80.00' })
  remember({ type: 'bags chosen', offerId: 'off_1', bags: [keptBag()], told: [] })
  const page = open({
    ...replaced,
    'GET /api/flights/offer/off_1': gone,
    'GET /api/flights/offer/off_2': { ...next, available_services: [dearer] },
  })
  await page.user.click(await screen.findByRole('button', { name: 'Continue for $1,322' }))

  expect(
    await screen.findByText(/^1 checked bag, 23 kg, outbound flight, for .*: now \$80 instead of \$75\.$/),
  ).toBeVisible()
  expect(screen.getByRole('region', { name: 'Your trip' })).toHaveTextContent('Total$1,402')
})

test('r034 without a replacement there is only the way back', async () => {
  const page = await openAtPayment({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.') })
  await pay(page)

  expect(await screen.findByRole('alert')).toHaveTextContent('Please try another flight.')
  expect(screen.queryByRole('button', { name: /^Continue for/ })).toBeNull()
})

const search = 'adults=1&from_origin=JFK&from_destination=LAX&from_departureDate=2027-03-05'
const aMinuteAgo = () => new Date(Date.now() - 70_000).toISOString()

test('the same journey booked in another tab is said before another offer for it', async () => {
  standAt(`/booking?offer=off_1&${search}`)
  const page = await openAtPayment({
    ...replaced,
    'GET /api/bookings/bk_7': booking({ id: 'bk_7', createdAt: aMinuteAgo() }),
  })
  expect(screen.queryByText(/^You booked/)).toBeNull()

  rememberBooking('off_7', 'bk_7', { search: `${search}&from_sort=duration-asc` })
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(await screen.findByText('You booked JTVMSN for these dates a minute ago.')).toBeVisible()
  await pay(page)

  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('still available for $1,322'))
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^You booked JTVMSN for these dates a minute ago\.This flight offer is no longer available\./,
  )
  expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute(
    'href',
    `/booking?offer=off_7&${search}&from_sort=duration-asc`,
  )
})

test('a reload that finds the offer gone says the same as before it, and leads to the booking first', async () => {
  standAt(`/booking?offer=off_1&${search}`)
  rememberBooking('off_7', 'bk_7', { search })
  open({
    ...replaced,
    'GET /api/flights/offer/off_1': gone,
    'GET /api/bookings/bk_7': booking({ id: 'bk_7', createdAt: aMinuteAgo() }),
  })

  expect(await screen.findByText('You booked JTVMSN for these dates a minute ago.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute(
    'href',
    `/booking?offer=off_7&${search}`,
  )
  expect(await screen.findByRole('heading', { name: 'This flight offer is no longer available' })).toBeVisible()
  const ways = [...screen.getByRole('alert').querySelectorAll('a, button')]
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    'See your booking',
    'Continue for $1,322',
    'Back to Search Results',
  ])
})

test.each([
  ['of other dates', 'adults=1&from_origin=JFK&from_destination=LAX&from_departureDate=2027-04-05', 'confirmed'],
  ['that failed', search, 'failed'],
  ['that was cancelled', search, 'cancelled'],
] as const)('a booking %s is no reason to stop', async (_, booked, status) => {
  standAt(`/booking?offer=off_1&${search}`)
  rememberBooking('off_7', 'bk_7', { search: booked })
  await openAtPayment({ 'GET /api/bookings/bk_7': booking({ id: 'bk_7', status }) })

  expect(screen.queryByText(/^You (booked|sent)/)).toBeNull()
})

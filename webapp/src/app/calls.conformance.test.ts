// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { bookingBody, createBooking } from '@/features/booking/api/create-booking'
import { processCard } from '@/features/booking/api/process-card'
import { emptyPassenger } from '@/features/booking/lib/passenger-form'
import { fetchFlights, postFlights } from '@/features/search/api/search-flights'
import { cancelBooking } from '@/features/trips/api/cancellation'
import { fetchBooking, fetchBookings } from '@/lib/api/bookings'
import { fetchOffer, fetchSeatMaps, verifyOffer } from '@/lib/api/offers'
import { readCriteria } from '@/lib/criteria'
import { testMode } from '@/testing/modes'
import { problem, serve } from '@/testing/server'

const criteria = readCriteria(new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-03-05&adults=2'))
const query = { criteria, page: 2, limit: 100, sort: 'price-asc' } as const
const order = { offerId: 'off_1', seats: [], bags: [], amount: '1284', currency: 'USD' }
const card = {
  number: '4242 4242 4242 4242',
  expiryMonth: '08',
  expiryYear: '34',
  cvv: '123',
  holderName: 'Maya Okafor ',
}
const passenger = { ...emptyPassenger, firstName: 'Maya', lastName: 'Okafor', dateOfBirth: '1989-04-18' }
const booking = {
  order,
  party: [{ id: 'pas_1', type: 'adult' as const }],
  passengers: [passenger],
  paymentId: 'pay_1',
  mode: testMode,
  key: 'key_1',
}

test.each<[string, () => Promise<unknown>]>([
  ['GET /api/flights/offer/off_1', () => fetchOffer('off_1')],
  ['GET /api/flights/seatmaps/off_1', () => fetchSeatMaps('off_1')],
  ['GET /api/flights/verify-offer/off_1', () => verifyOffer('off_1')],
  ['GET /api/bookings', () => fetchBookings()],
  ['GET /api/bookings/bk_1', () => fetchBooking('bk_1')],
  ['POST /api/bookings/bk_1/cancel', () => cancelBooking('bk_1')],
])('s191 s194 the call %s has no body', async (call, make) => {
  const calls = serve({ [call]: {} })
  await make()

  expect(calls).toEqual([{ method: call.split(' ')[0], path: call.split(' ')[1], body: undefined }])
})

test('s190 c002 a search goes out by GET and by POST with the same fields', async () => {
  const fields = {
    origin: 'JFK',
    destination: 'LHR',
    departureDate: '2027-03-05',
    cabinClass: 'economy',
    adultsCount: 2,
    childrenCount: 0,
    infantsCount: 0,
    page: 2,
    limit: 100,
  }
  const calls = serve({})
  await Promise.allSettled([fetchFlights(query), postFlights(query)])

  const [get, post] = calls
  const asked = new URL(get?.path ?? '', 'http://localhost')
  expect(asked.pathname).toBe('/api/flights/search')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  )
  expect(asked.searchParams.has('returnDate')).toBe(false)
  expect(post).toMatchObject({ method: 'POST', path: '/api/flights/search', body: fields })
})

test('s192 a card is processed by amount, currency and its details', async () => {
  const calls = serve({
    'POST /api/payments/process-card': { success: true, paymentId: 'pay_1', status: 'authorised' },
  })
  await processCard(order, card, testMode, { key: 'key_1', isRepeat: false })

  expect(calls[0]?.body).toMatchObject({
    amount: '1284',
    currency: 'USD',
    cardDetails: {
      number: '4242424242424242',
      expiryMonth: '08',
      expiryYear: '34',
      cvv: '123',
      holderName: 'Maya Okafor',
    },
  })
})

test('s193 c018 a booking names its offer, passengers, seats and payment, and no card', async () => {
  const calls = serve({ 'POST /api/bookings': { id: 'bk_1', status: 'pending', action_url: null } })
  await createBooking(booking)

  expect(calls[0]?.body).toMatchObject({
    offerId: 'off_1',
    passengers: [{ firstName: 'Maya', lastName: 'Okafor', dateOfBirth: '1989-04-18', type: 'adult' }],
    paymentDetails: { amount: '1284', currency: 'USD' },
    paymentId: 'pay_1',
    seats: [],
  })
  expect(JSON.stringify(calls[0]?.body)).not.toContain('cardDetails')
})

test.each<[string, () => Promise<unknown>]>([
  ['Unable to search flights: 500', () => fetchFlights(query)],
  ['Unable to retrieve flight offer: 500', () => fetchOffer('off_1')],
  ['Unable to retrieve seat maps: 500', () => fetchSeatMaps('off_1')],
  ['Unable to create booking: 500', () => createBooking(booking)],
  ['Unable to retrieve your bookings: 500', () => fetchBookings()],
  ['Unable to retrieve booking details: 500', () => fetchBooking('bk_1')],
  ['Unable to cancel booking: 500', () => cancelBooking('bk_1')],
])('s189 a failure reads "%s" and asks for patience', async (words, make) => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))

  await expect(make()).rejects.toThrow(`${words}. Please try again later`)
})

test.each<[string, () => unknown]>([
  ['Offer ID is required', () => fetchOffer('')],
  ['Offer ID is required for seat maps', () => fetchSeatMaps('')],
  ['Booking ID is required', () => fetchBooking('')],
  ['Booking request is required', () => createBooking(null)],
  ['Offer ID is required for booking', () => bookingBody({ ...booking, order: { ...order, offerId: '' } })],
  ['At least one passenger is required for booking', () => bookingBody({ ...booking, passengers: [] })],
  ['Payment details are required for booking', () => bookingBody({ ...booking, order: { ...order, amount: '' } })],
  [
    'All passengers must have first name, last name, and date of birth',
    () => bookingBody({ ...booking, passengers: [{ ...passenger, lastName: '' }] }),
  ],
])('s196 what is missing is said: %s', async (words, make) => {
  const calls = serve({})

  await expect((async () => make())()).rejects.toThrow(words)
  expect(calls).toEqual([])
})

test('s198 what nobody expected is UNKNOWN_ERROR', async () => {
  const broken = Object.assign(new Response(), { json: async () => Promise.reject(new Error('?')) })
  vi.stubGlobal('fetch', async () => broken)

  expect(await verifyOffer('off_1')).toMatchObject({ isValid: false, code: 'UNKNOWN_ERROR' })
})

test('s200 c004 a list without a session is empty and marked, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ 'GET /api/bookings': problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') })

  expect(await fetchBookings()).toEqual({ bookings: [], isUnauthenticated: true })
  expect(warn).toHaveBeenCalled()
})

test('s199 in test mode a payment without a session goes on, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ 'POST /api/payments/process-card': problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') })

  expect(await processCard(order, card, testMode, { key: 'key', isRepeat: false })).toEqual({
    paymentId: expect.stringMatching(/^test_pay_/),
  })
  expect(warn).toHaveBeenCalledWith('Payments: not authenticated')
})

test('s199 any other 401 is an error', async () => {
  serve({ 'GET /api/bookings': problem(401, 'SESSION_EXPIRED', 'Session expired') })

  await expect(fetchBookings()).rejects.toThrow('Unable to retrieve your bookings: 401')
})

test('s016 the app talks to its own /api alone', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^testing\//.test(file),
  )
  // Not addresses to call: a name that cannot exist, and the namespace of SVG.
  const harmless = /http:\/\/same\.invalid|http:\/\/www\.w3\.org/g
  const foreign = sources.filter((file) =>
    /https?:\/\/\w/.test(readFileSync(path.join(root, file), 'utf8').replaceAll(harmless, '')),
  )

  expect(foreign).toEqual([])
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rememberBooking } from '@/lib/booked-offers'
import { formatMomentTime } from '@/lib/dates'
import { standAt } from '@/testing/address'
import { BOOK, CARD, card, goBy, notify, open, openAtPayment, pay } from '@/testing/booking-walk'
import { booking, bookingFailure, tripData } from '@/testing/bookings'
import { BANK, maya, READ, refused, TYPED, waiting } from '@/testing/challenge'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { AttemptedOfferContext } from '../../hooks/attempted-offer'
import { Failed } from './failed'
import { ReturnedBooking } from './returned-booking'

const backFromBank = () => window.history.replaceState(null, '', '/booking?payment=pay_1&redirect_status=succeeded')

/** The server names a page that is no bank's. */
const unsafe = booking({ status: 'pending', duffelBookingId: '', actionUrl: 'https://bank.example/3ds' })

const usOnly = tripData()
for (const slice of usOnly.slices) {
  for (const way of [slice, ...slice.segments]) {
    way.origin = { ...way.origin, iata_code: 'JFK', country_code: 'US' }
    way.destination = { ...way.destination, iata_code: 'LAX', country_code: 'US' }
  }
}
const atHome = booking({ status: 'pending', data: usOnly })

/** The traveller stops the payment of a booking that their bank has not confirmed. */
async function stopPaying(asked: object) {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  let record = asked
  const stopped = () => {
    record = refused
    return Response.json(refused)
  }
  const page = open({ [READ]: () => record, [TYPED]: [maya], 'POST /api/bookings/bk_1/abandon': stopped })
  await page.user.click(await screen.findByRole('button', { name: 'Use another card' }))
  await screen.findByRole('heading', { name: 'Payment cancelled' })
  return page
}

test('c8 r036 a page that is no bank is not followed, and the traveler reads so, what it costs and what comes next', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const asked = { id: 'bk_1', status: 'requires_action', action_url: 'javascript:alert(1)' }
  const page = await openAtPayment({
    [CARD]: { success: true, paymentId: 'pay_1', status: 'requires_action' },
    [BOOK]: () => Response.json(asked, { status: 202 }),
    [READ]: unsafe,
  })
  await pay(page)
  const told = (await screen.findByRole('heading', { name: 'We can’t open your bank’s page' })).parentElement

  expect(told).toHaveTextContent('so we didn’t open it. You haven’t been charged.')
  const until = formatMomentTime('2026-11-20T10:15:00Z')
  const limit = `we’ll cancel the booking after ${until} and you won’t be charged. We’ll keep your details`
  await waitFor(() => expect(told).toHaveTextContent(limit))
  expect(told).not.toHaveTextContent(/confirm by|You have 15 minutes|back here/)
  expect(screen.queryByRole('link', { name: 'Continue to your bank' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(warn.mock.calls).toEqual([['Bookings: the page of a bank is not on a host that is followed']])
})

test('c8 r036 travelers whose bank’s page is not followed stop the payment, and pay with another card', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await stopPaying(unsafe)

  expect(screen.getByRole('button', { name: 'Try another card' })).toBeVisible()
})

test('r009 r036 a cardholder whose bank asks reads so and goes there by a press, and the booking is found again by its payment', async () => {
  const asked = { id: 'bk_1', status: 'requires_action', action_url: 'https://hooks.stripe.com/3ds' }
  const page = await openAtPayment({
    [CARD]: { success: true, paymentId: 'pay_1', status: 'requires_action' },
    [BOOK]: () => Response.json(asked, { status: 202 }),
    [READ]: waiting,
  })
  await pay(page)
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })

  const way = screen.getByRole('link', { name: 'Continue to your bank' })
  expect(way).toHaveAttribute('href', 'https://hooks.stripe.com/3ds')
  await waitFor(() => expect(way).toHaveFocus())
  expect(way).toHaveAccessibleDescription(/^You’ll come back here when you’re done\./)
  expect(localStorage.bookedOffers).toBe(
    '[{"offerId":"off_1","bookingId":"bk_1","paymentId":"pay_1","search":"adults=1"}]',
  )
})

test('r036 what the bank asks about is named, and until when it waits', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [READ]: { ...waiting, createdAt: '2026-11-20T10:00:40Z' } })

  const told = (await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })).parentElement
  expect(told).toHaveTextContent('$1,338.50 for New York to London')
  const until = formatMomentTime('2026-11-20T10:15:40Z')
  expect(told).toHaveTextContent(`Please confirm by ${until}. If you don’t confirm, we’ll cancel the booking`)
})

test.each([
  ['a flight at home', 'bk_home', atHome, 'We’ve kept your details. You only need to re-enter your card.'],
  ['a flight abroad', 'bk_abroad', waiting, 'We’ve kept your details. You only need to re-enter passport and card.'],
])(
  'r036 after a failed payment for %s nobody is asked for more than was asked for',
  async (_, id, { bookingData }, words) => {
    serve({ [`GET /api/bookings/${id}/passengers`]: [maya] })
    setup(
      <AttemptedOfferContext value={{ offerId: 'off_1', search: '' }}>
        <Failed booking={{ ...refused, id, bookingData }} />
      </AttemptedOfferContext>,
    )

    expect(await screen.findByText(words)).toBeVisible()
  },
)

test.each([
  ['a booking that was confirmed', booking({ status: 'confirmed' }), 'Booking confirmed!'],
  ['a booking that still waits', booking({ status: 'pending' }), 'We are confirming your booking with the airline'],
  ['a booking that failed', booking({ status: 'failed' }), 'Booking Failed'],
  ['a booking that was flown', booking({ status: 'completed' }), 'Booking confirmed!'],
  ['a booking that was cancelled', booking({ status: 'cancelled' }), 'You’ve cancelled this booking'],
  [
    'one that this browser may not read',
    problem(404, 'BOOKING_NOT_FOUND', 'x'),
    'This booking isn’t open in this browser',
  ],
])('r036 back from the bank stands %s, whatever the address says', async (_, record, heading) => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: record })

  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
})

test('r045 back from the bank a guest opens the trip they paid for, and is not asked to sign in', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: booking() })

  expect(await screen.findByRole('link', { name: 'View your trip' })).toHaveAttribute('href', '/trip?id=bk_1')
  expect(screen.queryByRole('link', { name: 'View My Trips' })).toBeNull()
})

test('r036 a reload of the return from the bank announces nothing again', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  const page = open({ [READ]: booking() })
  await waitFor(() => expect(notify).toHaveBeenCalledOnce())

  page.unmount()
  open({ [READ]: booking() })

  expect(await screen.findByText(/e-mailed you a link to set up your account/)).toBeVisible()
  expect(notify).toHaveBeenCalledOnce()
})

test('r036 a cancelled booking is not announced as confirmed', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: booking({ status: 'cancelled' }) })
  await screen.findByRole('heading', { name: 'You’ve cancelled this booking' })

  expect(notify).not.toHaveBeenCalled()
})

test('r036 what the bank added to the address does not stay there', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  window.history.replaceState(null, '', '/booking?payment=pay_1&payment_intent_client_secret=pi_1_secret_2')
  open({ [READ]: waiting })

  await waitFor(() => expect(window.location.search).toBe('?payment=pay_1'))
})

test('who has left before the bank’s words are forgotten keeps what the other address says', () => {
  window.history.replaceState(null, '', '/search?origin=JFK&destination=LHR')
  setup(<ReturnedBooking paymentId="pay_1" />)

  expect(window.location.search).toBe('?origin=JFK&destination=LHR')
})

test('another card that is asked for after the page was left changes no other page’s address', async () => {
  window.history.replaceState(null, '', '/search?origin=JFK')
  const { user } = setup(
    <AttemptedOfferContext value={{ offerId: 'off_1', search: '', onTryAgain: () => undefined }}>
      <Failed booking={refused} />
    </AttemptedOfferContext>,
  )
  await user.click(screen.getByRole('button', { name: 'Try another card' }))

  expect(window.location.pathname).toBe('/search')
})

test('r036 a browser that did not begin the booking says nothing of its end, and how to learn of it', async () => {
  localStorage.clear()
  backFromBank()
  open()

  expect(await screen.findByRole('heading', { name: 'This browser can’t show your booking' })).toBeVisible()
  expect(document.body).toHaveTextContent('Please do not book again before you have our e-mail.')
  expect(document.body).not.toHaveTextContent(/goes on|confirmed!|failed|Nothing was charged/)
  expect(screen.queryByRole('link', { name: 'View My Trips' })).toBeNull()
  expect(screen.getByRole('button', { name: 'E-mail me a link' })).toBeVisible()
})

test('r036 a reload, Back from the bank and a second tab all show the way to the bank', async () => {
  rememberBooking('off_1', 'bk_1')
  open({ [READ]: waiting })

  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })
  expect(screen.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute('href', BANK)
})

test('r036 travelers who are back from their bank wait for its answer with nothing to press', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: waiting })
  await screen.findByRole('heading', { name: 'We’re checking with your bank' })
  expect(screen.getByRole('status')).toHaveTextContent('This takes a moment. Please do not book again.')
  expect(screen.queryByRole('link', { name: 'Continue to your bank' })).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('r036 travelers who go no further at their bank stop the payment, and pay with another card', async () => {
  const page = await stopPaying(waiting)

  expect(screen.getByRole('status')).toHaveTextContent('You cancelled this payment. You haven’t been charged.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.body).not.toHaveTextContent(/failed|hold|reserved/i)
  await screen.findByText(/^We’ve kept your details/)
  await page.user.click(screen.getByRole('button', { name: 'Try another card' }))
  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
})

test('r036 a payment that could not be stopped says that it still waits', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  const page = open({ [READ]: waiting, 'POST /api/bookings/bk_1/abandon': problem(503, 'SERVICE_UNAVAILABLE', 'x') })

  await page.user.click(await screen.findByRole('button', { name: 'Use another card' }))

  expect(await screen.findByRole('alert')).toHaveTextContent('this payment still waits for your bank')
  expect(screen.getByRole('link', { name: 'Continue to your bank' })).toHaveAttribute('href', BANK)
})

test('r036 after a refused challenge another card is asked for at once, and the form holds again what was typed, except passport and card', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  let record: object = waiting
  const page = open({ [READ]: () => record, [TYPED]: [maya] })
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })

  record = refused
  window.dispatchEvent(new Event('focus'))
  await screen.findByRole('heading', { name: 'Booking Failed' })
  await screen.findByText(/^We’ve kept your details/)
  await page.user.click(screen.getByRole('button', { name: 'Try another card' }))

  await screen.findByRole('heading', { name: 'Pay by card' })
  expect(window.location.search).toBe('?offer=off_1&adults=1&step=payment')
  await goBy('passengers')
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
  expect(card(1).getByLabelText('E-mail')).toHaveValue('maya@traveller.example')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Okafor')
})

test('r044 after a refused challenge a name stands as it was typed, not as tickets print it', async () => {
  rememberBooking('off_1', 'bk_1')
  let record: object = waiting
  const page = open({
    [READ]: () => record,
    [TYPED]: [{ ...maya, firstName: 'Maximiliana-Alexandr' }],
    'GET /api/offers/off_1/passengers': [{ ...maya, firstName: 'Maximiliana-Alexandrina' }],
  })
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })
  record = refused
  window.dispatchEvent(new Event('focus'))
  await page.user.click(await screen.findByRole('button', { name: 'Try another card' }))

  await screen.findByRole('heading', { name: 'Pay by card' })
  await goBy('passengers')
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('First name')).toHaveValue('Maximiliana-Alexandrina')
})

const seat = (designator: string) => ({ segment_id: 'seg_1', passenger_id: 'pas_1', designator })

/** The bank has refused a booking with these seats; its traveller tries another card on the same flight. */
async function tryAgainWith(...seats: ReturnType<typeof seat>[]) {
  rememberBooking('off_1', 'bk_1')
  let record = booking({ status: 'pending', duffelBookingId: '', actionUrl: BANK, data: { seats } })
  const page = open({ [READ]: () => record, [TYPED]: [maya] })
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })
  record = { ...record, status: 'failed', failure: bookingFailure('PAYMENT_FAILED') }
  window.dispatchEvent(new Event('focus'))
  await screen.findByText(/^We’ve kept your details/)
  await page.user.click(screen.getByRole('button', { name: 'Try another card' }))
  await screen.findByRole('heading', { name: 'Pay by card' })
  return page
}

test('r017 r036 after a refused challenge the chosen seats are there again, and paid for', async () => {
  const page = await tryAgainWith(seat('15A'))
  await screen.findAllByRole('button', { name: 'Pay $1,302.50' })
  await pay(page)
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const sent = page.calls.find(({ path }) => path === '/api/bookings')
  expect(sent?.body).toMatchObject({
    seats: [{ passengerId: 'pas_1', seatId: 'ase_15A' }],
    paymentDetails: { amount: '1302.50' },
  })
})

test('r017 a seat that was sold meanwhile is said to be gone', async () => {
  await tryAgainWith(seat('15Z'))

  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat 15Z is no longer free' })),
  )
})

test('s138 after a payment that failed the name on the card is there again, and the number has the focus', async () => {
  const asked = { id: 'bk_1', status: 'pending' }
  const failure = bookingFailure('PAYMENT_FAILED')
  const failed = booking({ status: 'failed', duffelBookingId: '', failure })
  const page = await openAtPayment({
    [BOOK]: () => Response.json(asked, { status: 202 }),
    [READ]: failed,
    [TYPED]: [maya],
  })
  await pay(page)
  await page.user.click(await screen.findByRole('button', { name: 'Try another card' }))

  await screen.findByRole('heading', { name: 'Pay by card' })
  await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus())
  expect(screen.getByLabelText('Card number')).toHaveValue('')
  expect(screen.getByLabelText('Name on card')).toHaveValue('Maya Okafor')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Okafor')
})

test('r036 back from the bank with a refusal the way on leads to the same flight', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: refused, [TYPED]: [maya] })

  expect(await screen.findByRole('link', { name: 'Try another card' })).toHaveAttribute(
    'href',
    '/booking?offer=off_1&step=payment',
  )
})

test('r036 the way to another card keeps the search, and with it the way back to the results', async () => {
  const search = 'adults=1&from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05&from_sort=duration-asc'
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1', search })
  backFromBank()
  open({ [READ]: refused, [TYPED]: [maya] })

  const way = await screen.findByRole('link', { name: 'Try another card' })
  expect(way).toHaveAttribute('href', `/booking?offer=off_1&${search}&step=payment`)
})

test('r036 a booking that goes to the bank notes the search that led to it, and nothing else of the address', async () => {
  const search = 'adults=1&from_origin=JFK&from_sort=duration-asc'
  standAt(`/booking?offer=off_1&${search}&brand=acme`)
  const asked = { id: 'bk_1', status: 'requires_action', action_url: BANK }
  const page = await openAtPayment({ [BOOK]: () => Response.json(asked, { status: 202 }), [READ]: waiting })
  await pay(page)
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })

  expect(JSON.parse(localStorage.bookedOffers)[0].search).toBe(search)
})

test('r036 the page of a refused challenge says once that nothing was charged', async () => {
  rememberBooking('off_1', 'bk_1', { paymentId: 'pay_1' })
  backFromBank()
  open({ [READ]: refused, [TYPED]: [maya] })

  await screen.findByText('Your bank did not confirm this payment with you.')
  await screen.findByText('We’ve kept your details. You only need to re-enter passport and card.')
  expect(document.body.textContent?.match(/nothing (was|has been) charged/gi)).toHaveLength(1)
  expect(document.body).not.toHaveTextContent(/reserved|hold|pending charge/i)
})

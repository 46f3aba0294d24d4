import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BOOK, CARD, notify, type open, openAtPayment, pay, press, typeCard, VERIFY } from '@/testing/booking-walk'
import { booking } from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { problem } from '@/testing/server'
import { hasPassengers } from '../../lib/draft'
import { readDraft } from '../../lib/draft-memory'

test('s137 the offer is checked, the card authorised, the offer checked again, the booking made', async () => {
  const page = await openAtPayment()
  await pay(page)
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  const order = page.calls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => [VERIFY, CARD, BOOK].includes(call))
  expect(order).toEqual([VERIFY, CARD, VERIFY, BOOK])
})

afterEach(() => {
  vi.useRealTimers()
})

test('an airline that is slow to check the offer is told of after 3 s and waited for, and the card is not sent meanwhile', async () => {
  const words = 'The airline is checking price and seats. This can take up to 40 seconds.'
  const checked = deferred()
  const page = await openAtPayment({ [VERIFY]: () => checked.promise })
  await typeCard(page)

  vi.useFakeTimers()
  fireEvent.click(screen.getAllByRole('button', { name: /^Pay \$/ })[0] as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(screen.queryByText(words)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText(words)).toHaveAttribute('role', 'status')
  expect(page.calls.some(({ path }) => path === '/api/payments/process-card')).toBe(false)

  vi.useRealTimers()
  checked.resolve({ valid: true, message: '' })
  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

/** Pressed Pay; the airline has not answered the booking for a while. */
async function waitForLateAirline(airline: () => Promise<never>) {
  const page = await openAtPayment({ [BOOK]: airline })
  await typeCard(page)
  vi.useFakeTimers()
  fireEvent.click(screen.getAllByRole('button', { name: /^Pay \$/ })[0] as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getAllByText('Booking with the airline…')[0]).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2_800))
  expect(screen.queryByRole('heading', { name: confirming })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  return page
}
const confirming = 'We are confirming your booking with the airline'

test('r028 an airline that is late leaves the traveller on a calm page after 3 s, where nothing can be paid, until the same request is answered', async () => {
  const booked = deferred()
  const page = await waitForLateAirline(() => booked.promise)

  expect(screen.getByRole('heading', { name: confirming })).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent('Please do not book again.')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^Your booking is sent\./)).toBeVisible()
  expect(screen.getByText(/^Keep this page open/)).toHaveTextContent('and go to maya@traveller.example.')
  expect(screen.getByRole('link', { name: 'this link' })).toHaveAttribute('href', '/booking?offer=off_1&adults=1')
  await act(() => vi.advanceTimersByTimeAsync(22_000))
  expect(page.calls.filter(({ path }) => path === '/api/bookings')).toHaveLength(1)

  vi.useRealTimers()
  booked.resolve({ id: 'bk_1', status: 'confirmed', duffelBookingId: 'JTVMSN', accountInfo: null })
  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
})

test('r006 r028 on the calm page one reads once that the connection is gone, and is asked for no second booking', async () => {
  await waitForLateAirline(() => deferred().promise)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))

  expect(screen.getByText('You are offline.').closest('[role=status]')).toHaveFocus()
  expect(screen.getByRole('heading', { name: confirming })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  vi.restoreAllMocks()
  vi.useRealTimers()
  act(() => void window.dispatchEvent(new Event('online')))
})

test('r003 a price that the late airline names leads back to the form, with the card as it was typed', async () => {
  const booked = deferred()
  await waitForLateAirline(() => booked.promise)
  vi.useRealTimers()
  const price = { amount: '1294', currency: 'USD' }
  booked.resolve(Response.json({ code: 'PRICE_CHANGED', detail: 'The price has changed.', price }, { status: 409 }))

  expect(await screen.findByRole('alert')).toHaveTextContent('The airline now asks for $1,294 instead of $1,284')
  expect(screen.queryByRole('heading', { name: confirming })).toBeNull()
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
})

test('r009 the confirmation takes the focus of the form whose place it takes', async () => {
  const page = await openAtPayment()
  await pay(page)

  const heading = await screen.findByRole('heading', { name: 'Booking confirmed!' })
  await waitFor(() => expect(heading).toHaveFocus())
})

const postsTo = ({ calls }: ReturnType<typeof open>, path: string) => calls.filter((call) => call.path === path)

test('r009 while it works the Pay button keeps the focus, pays once, and what goes on is told', async () => {
  const paid = deferred()
  const page = await openAtPayment({ [CARD]: () => paid.promise })
  await typeCard(page)
  await page.user.type(screen.getByLabelText('Name on card'), '{Enter}')
  const [, button] = await screen.findAllByText(/Processing your card…|Please wait…/, { selector: 'button' })

  expect(button).toHaveFocus()
  expect(await screen.findByText('Processing your card…', { selector: '[role=status]' })).toBeVisible()
  fireEvent.click(button as HTMLElement)
  fireEvent.submit(document.getElementById('payment-form') as HTMLElement)
  await page.user.keyboard('{Enter}')
  paid.resolve({ success: true, paymentId: 'pay_1', status: 'authorised' })
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  expect(postsTo(page, '/api/payments/process-card')).toHaveLength(1)
  expect(postsTo(page, '/api/bookings')).toHaveLength(1)
})

test.each([
  ['is pending', booking({ status: 'pending' }), confirming],
  ['has failed', booking({ status: 'failed' }), 'Booking Failed'],
])(
  'r009 the heading of a booking that %s takes the focus of the form whose place it takes',
  async (_, record, name) => {
    const page = await openAtPayment({
      [BOOK]: () => Response.json({ id: 'bk_1', status: 'pending' }, { status: 202 }),
      'GET /api/bookings/bk_1': record,
    })
    await pay(page)

    const heading = await screen.findByRole('heading', { name })
    await waitFor(() => expect(heading).toHaveFocus())
  },
)

test('s143 a new account is shown this once', async () => {
  const page = await openAtPayment()
  await pay(page)

  expect(await screen.findByRole('heading', { name: 'Your new account' })).toBeVisible()
  expect(screen.getByText('secret-for-once')).toBeVisible()
  await waitFor(() =>
    expect({ ...localStorage, ...sessionStorage }).toEqual({
      bookedOffers: '[{"offerId":"off_1","bookingId":"bk_1","paymentId":"pay_1","search":"adults=1"}]',
      shownPrices: expect.stringContaining('"amount":"1284"'),
    }),
  )
})

test('the first confirmation takes up the e-ticket numbers, without a reload', async () => {
  const page = await openAtPayment({ 'GET /api/bookings/bk_1': booking() })
  await pay(page)

  expect(await screen.findByText('E-ticket 1252106312810')).toBeVisible()
  expect(screen.queryByText(/^E-ticket numbers follow/)).toBeNull()
})

test.each([
  ['PAYMENT_FAILED', 'Your card was declined or its details are incorrect.'],
  ['AUTHENTICATION_REQUIRED', 'Your bank did not confirm this payment with you.'],
])('s138 a card refused as %s cost nothing, and the page says so once', async (error, message) => {
  const said = 'No. Nothing has been charged.'
  const page = await openAtPayment({ [CARD]: { success: false, error, message: said, price: null } })
  await pay(page)

  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent(message)
  expect(notice.textContent?.match(/nothing (was|has been) charged/gi)).toHaveLength(1)
})

test('s107 when nobody can say whether the offer stands, paying goes on', async () => {
  const page = await openAtPayment({ [VERIFY]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away.') })
  await pay(page)

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Offer Validation Failed' })),
  )
})

test('an offer that asks for other documents ends before the card, with the reason and another flight', async () => {
  const page = await openAtPayment({ [VERIFY]: problem(422, 'DOCUMENTS_UNSUPPORTED', 'x') })
  await pay(page)

  const notice = await screen.findByRole('alert')
  await waitFor(() => expect(notice).toHaveFocus())
  expect(notice).toHaveTextContent(/takes no passports.*Nothing was charged\. Please choose another flight\./)
  expect(within(notice).getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  expect(page.calls.some(({ path }) => path === '/api/payments/process-card')).toBe(false)
})

test('r030 what the airline refused has no second Pay button and no dead card form, and leads to another flight', async () => {
  const page = await openAtPayment({
    [BOOK]: problem(422, 'BOOKING_FAILED', 'x', { reason: 'phone_refused', money: 'not_charged' }),
  })
  await pay(page)

  const notice = await screen.findByRole('alert')
  await waitFor(() => expect(notice).toHaveFocus())
  expect(notice).toHaveTextContent('The airline doesn’t accept the phone number. Nothing was charged.')
  expect(within(notice).getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  await waitFor(() => expect(screen.getByLabelText('Card number')).not.toBeVisible())
})

test('details that are refused without a word of which lead back to the passengers, with no empty list', async () => {
  const page = await openAtPayment({ [BOOK]: problem(422, 'VALIDATION_ERROR', 'x') })
  await pay(page)

  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent('Some of these details were not accepted. Nothing was charged. Please check them.')
  expect(within(notice).queryByRole('list')).toBeNull()
  expect(within(notice).getByRole('button', { name: 'Back to passenger details' })).toBeVisible()
})

test('r017 an offer that ends while paying puts the way to stay into sight', async () => {
  const page = await openAtPayment({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.') })
  await pay(page)

  const stay = await screen.findByRole('button', { name: 'Stay here' })
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  await page.user.click(stay)
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull()
  expect(screen.getByRole('alert')).toHaveFocus()
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing was charged.')
})

test('r017 of the card the name alone is there after a step back', async () => {
  const page = await openAtPayment()
  await page.user.type(screen.getByLabelText('Card number'), '4242')
  await page.user.type(screen.getByLabelText('Name on card'), 'Maya Okafor')
  await press(page, 'Back to Seat Selection')
  await press(page, 'Skip Seat Selection')

  expect(await screen.findByLabelText('Name on card')).toHaveValue('Maya Okafor')
  expect(screen.getByLabelText('Card number')).toHaveValue('')
})

test('r017 the draft outlives a booking without its end, and goes with the confirmation', async () => {
  const pending = () => Response.json({ id: 'bk_1', status: 'pending' }, { status: 202 })
  let record = booking({ status: 'pending', duffelBookingId: '' })
  const page = await openAtPayment({ [BOOK]: pending, 'GET /api/bookings/bk_1': () => record })
  await pay(page)
  await screen.findByRole('heading', { name: 'We are confirming your booking with the airline' })

  expect(hasPassengers(readDraft())).toBe(true)

  record = booking()
  window.dispatchEvent(new Event('focus'))
  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  await waitFor(() => expect(hasPassengers(readDraft())).toBe(false))
})

test('the payment step says where the tickets go', async () => {
  await openAtPayment()

  expect(screen.getByText(/^Tickets go to/)).toHaveTextContent('Tickets go to maya@traveller.example')
})

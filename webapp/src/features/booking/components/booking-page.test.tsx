import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { booking, traveller } from '@/testing/bookings'
import { offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { cabin, seatElement } from '@/testing/seats'
import { problem, serve } from '@/testing/server'
import { dropDraft, hasDraft } from '../lib/draft'
import { BookingPage } from './booking-page'

// A whole booking is typed key by key.

const listeners = new Set<() => void>()
vi.mock('next/navigation', async () => {
  const { useSyncExternalStore } = await import('react')
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    useSearchParams: () => new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search)),
    usePathname: () => '/booking',
    useRouter: () => ({ push: vi.fn(), replace: vi.fn() }),
  }
})
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/pause', () => ({ pause: async () => undefined }))

const OFFER = 'GET /api/flights/offer/off_1'
const SEATS = 'GET /api/flights/seatmaps/off_1'
const VERIFY = 'GET /api/flights/verify-offer/off_1'
const CARD = 'POST /api/payments/process-card'
const BOOK = 'POST /api/bookings'

const inHalfAnHour = new Date(Date.now() + 30 * 60_000).toISOString()
const domestic = offer({ expires_at: inHalfAnHour })
for (const slice of domestic.slices) {
  for (const way of [slice, ...slice.segments])
    way.destination = { ...way.destination, iata_code: 'LAX', country_code: 'US' }
}

const map = cabin(['15A|B'], (designator) => seatElement(designator, designator === '15A' ? '18.50' : '0'))

const usual = {
  [OFFER]: domestic,
  [SEATS]: [map],
  [VERIFY]: { valid: true, message: '', expires_at: inHalfAnHour },
  [CARD]: { success: true, paymentId: 'pay_1', status: 'authorised' },
  [BOOK]: () =>
    Response.json(
      {
        id: 'bk_1',
        status: 'confirmed',
        duffelBookingId: 'JTVMSN',
        accountCreated: true,
        accountInfo: { username: 'maya', password: 'secret-for-once', email: 'maya@traveller.example' },
        emailContent: '',
      },
      { status: 201 },
    ),
  'GET /api/system/mode': { isLiveMode: false, mode: 'test', known: true, liveCards: false },
  'GET /api/auth/user': traveller,
}

function open(answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ ...usual, ...answers })
  return { calls, ...setup(<BookingPage />) }
}
type Page = ReturnType<typeof open>

const card = (number: number) => within(screen.getByRole('region', { name: new RegExp(`^Passenger ${number}`) }))

async function fillPassenger({ user }: Page) {
  await screen.findByRole('heading', { name: 'Who is travelling?' })
  const maya = card(1)
  await user.selectOptions(maya.getByLabelText(/^Title/), 'ms')
  await user.type(maya.getByLabelText('First name'), 'Maya')
  await user.type(maya.getByLabelText('Last name'), 'Okafor')
  await user.type(maya.getByLabelText('Date of birth'), '1989-04-18')
  await user.type(maya.getByLabelText('E-mail'), 'maya@traveller.example')
  await user.type(maya.getByLabelText('Phone number'), '+1 617 555 0118')
}

// jsdom shows both the button of the page and that of the phone's bar.
const press = async ({ user }: Page, name: string | RegExp) =>
  user.click(screen.getAllByRole('button', { name })[0] as HTMLElement)

async function toSeats(page: Page) {
  await fillPassenger(page)
  await press(page, 'Continue to Seat Selection')
  await screen.findByRole('heading', { name: 'Choose seats' })
}

async function toPayment(page: Page) {
  await toSeats(page)
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
}

async function pay(page: Page) {
  const { user } = page
  await user.type(screen.getByLabelText('Card number'), '4242424242424242')
  await user.type(screen.getByLabelText('Expiry month'), '08')
  await user.type(screen.getByLabelText('Year'), '34')
  await user.type(screen.getByLabelText('Security code (CVV)'), '123')
  await user.type(screen.getByLabelText('Name on card'), 'Maya Okafor')
  await press(page, /^Pay \$/)
}

/** As the browser's own Back and Forward do. */
const goBy = async (step: string) =>
  act(async () => {
    window.history.replaceState(null, '', `/booking?offer=off_1&adults=1&step=${step}`)
    for (const listener of listeners) listener()
  })

beforeEach(() => {
  dropDraft()
  window.scrollTo = vi.fn()
  window.history.replaceState(null, '', '/booking?offer=off_1&adults=1')
  const push = window.history.pushState.bind(window.history)
  vi.spyOn(window.history, 'pushState').mockImplementation((...args) => {
    push(...args)
    for (const listener of listeners) listener()
  })
})

test('s102 seat maps load only when the passengers are complete', async () => {
  const page = open()
  await screen.findByRole('heading', { name: 'Who is travelling?' })
  await press(page, 'Continue to Seat Selection')

  expect(await screen.findByRole('link', { name: 'First name is required' })).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Passenger 1: \d things to mend$/ })).toBeVisible()
  expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(false)

  await toSeats(page)
  await waitFor(() => expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(true))
})

test('s103 s128 going on needs a seat for everybody', async () => {
  const page = open()
  await toSeats(page)
  await screen.findByText('Front of the aircraft')
  await press(page, 'Continue to Payment')

  expect(screen.getByRole('alert')).toHaveTextContent('Please select seats for all passengers')
})

test('s127 s130 a chosen seat is in the total, in the payment and in the booking', async () => {
  const page = open()
  await toSeats(page)
  await page.user.click(await screen.findByRole('gridcell', { name: /^Row 15, seat A, .*, \$18.50$/ }))
  expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat Selected' }))
  await press(page, 'Continue to Payment')
  await pay(page)

  await screen.findByRole('heading', { name: 'Booking confirmed!' })
  const seats = [
    {
      passengerId: 'pas_1',
      seatId: 'ase_15A',
      cabinClass: 'economy',
      price: { amount: '18.50', currency: 'USD' },
    },
  ]
  const [card, book] = page.calls.filter(({ method }) => method === 'POST')
  expect(card?.body).toMatchObject({ amount: '1302.50', offerId: 'off_1', seats, expectedMode: 'test' })
  expect(book?.body).toMatchObject({ paymentId: 'pay_1', seats, paymentDetails: { amount: '1302.50' } })
  expect(JSON.stringify(book?.body)).not.toContain('4242')
})

test('s137 the offer is checked, the card authorised, the offer checked again, the booking made', async () => {
  const page = open()
  await toPayment(page)
  await pay(page)
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  const order = page.calls
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => [VERIFY, CARD, BOOK].includes(call))
  expect(order).toEqual([VERIFY, CARD, VERIFY, BOOK])
})

test('s143 a new account is shown this once', async () => {
  const page = open()
  await toPayment(page)
  await pay(page)

  expect(await screen.findByRole('heading', { name: 'Your new account' })).toBeVisible()
  expect(screen.getByText('secret-for-once')).toBeVisible()
  expect({ ...localStorage, ...sessionStorage }).toEqual({
    bookedOffers: '[{"offerId":"off_1","bookingId":"bk_1"}]',
  })
})

test('r003 a changed price is told in numbers and asked for anew', async () => {
  const price = { amount: '1294', currency: 'USD' }
  const page = open({ [CARD]: { success: false, error: 'PRICE_CHANGED', message: 'The price has changed.', price } })
  await toPayment(page)
  await pay(page)

  expect(await screen.findByRole('alert')).toHaveTextContent('The airline now asks for $1,294 instead of $1,284')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Pay $1,294' })[0]).toBeEnabled())
})

test('r016 what the server refuses of a passenger stands beside the field', async () => {
  const refused = problem(422, 'VALIDATION_ERROR', 'Please check the passengers.', {
    errors: [{ field: 'passengers[0].phone', message: 'The airline does not accept this number' }],
  })
  const page = open({ [BOOK]: refused })
  await toPayment(page)
  await pay(page)
  await page.user.click(await screen.findByRole('button', { name: 'Back to Passenger Details' }))

  expect(await screen.findByLabelText('Phone number')).toBeInvalid()
  expect(screen.getByRole('link', { name: 'The airline does not accept this number' })).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveValue('Maya')
})

test('s107 when nobody can say whether the offer stands, paying goes on', async () => {
  const page = open({ [VERIFY]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away.') })
  await toPayment(page)
  await pay(page)

  expect(await screen.findByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Offer Validation Failed' }))
})

test('s104 without a seat map the flow goes on to the payment', async () => {
  const page = open({ [SEATS]: [] })
  await fillPassenger(page)
  await press(page, 'Continue to Seat Selection')

  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat Selection Unavailable' })),
  )
})

test('s101 an unknown offer says so', async () => {
  open({ [OFFER]: problem(404, 'OFFER_NOT_FOUND', 'There is no such offer.') })

  expect(await screen.findByRole('heading', { name: 'Flight offer not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back' })).toBeVisible()
})

test('r030 what the airline refused has no second Pay button, and leads to another flight', async () => {
  const page = open({ [BOOK]: problem(422, 'BOOKING_FAILED', 'The airline refused. Nothing has been charged.') })
  await toPayment(page)
  await pay(page)

  const notice = await screen.findByRole('alert')
  await waitFor(() => expect(notice).toHaveFocus())
  expect(notice).toHaveTextContent('The airline refused. Nothing has been charged.')
  expect(within(notice).getByRole('link', { name: 'Back to Search Results' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('r017 an offer that ends while paying puts the way to stay into sight', async () => {
  const page = open({ [VERIFY]: problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.') })
  await toPayment(page)
  await pay(page)

  const stay = await screen.findByRole('button', { name: 'Stay here' })
  expect(screen.getByRole('alert')).toHaveFocus()
  await page.user.click(stay)
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing was charged.')
})

test('a reload in the middle begins at the passengers, and so says the address', async () => {
  window.history.replaceState(null, '', '/booking?offer=off_1&adults=1&step=payment')
  open()

  expect(await screen.findByRole('heading', { name: 'Who is travelling?' })).toBeVisible()
  expect(window.location.search).toBe('?offer=off_1&adults=1&step=passengers')
})

test('the browser asks before a reload loses what was typed, and not before', async () => {
  const { user } = open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const name = await screen.findByLabelText('First name')
  expect(asks()).toBe(false)

  await user.type(name, 'M')

  expect(asks()).toBe(true)
})

const cells = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))

test('s126 a seat is heard with its price, the keyboard moves over the rows and chooses, Escape leaves', async () => {
  const page = open()
  await toSeats(page)
  await screen.findByRole('grid')
  expect(cells()).toEqual([
    'Row 15, seat A, window and aisle, standard, available, $18.50',
    'Row 15, seat B, window and aisle, standard, available, no charge',
  ])
  const [a, b] = screen.getAllByRole('gridcell') as [HTMLElement, HTMLElement]
  expect([a.tabIndex, b.tabIndex]).toEqual([0, -1])

  act(() => a.focus())
  await page.user.keyboard('{ArrowRight}')
  expect(b).toHaveFocus()
  expect([a.tabIndex, b.tabIndex]).toEqual([-1, 0])
  expect(screen.getByText('15B · no charge · Window and aisle, standard')).toBeVisible()

  await page.user.keyboard('{Enter}')
  expect(b).toHaveAttribute('aria-selected', 'true')
  await page.user.keyboard('{Escape}')
  expect(screen.getByRole('radio', { name: /Maya Okafor/ })).toHaveFocus()
})

test('s126 the list has the same seats, in the order asked for, and the sum follows', async () => {
  const page = open()
  await toSeats(page)
  await screen.findByRole('grid')
  await page.user.click(screen.getByRole('radio', { name: 'List' }))
  const seats = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(seats()).toEqual(['15A', '15B'])

  await page.user.click(screen.getByRole('radio', { name: 'Price' }))
  expect(seats()).toEqual(['15B', '15A'])
  await page.user.click(screen.getByRole('button', { name: /^Choose: Row 15, seat A/ }))
  expect(screen.getAllByText('$1,302.50')[0]).toBeVisible()
})

test('s126 who has an infant on the lap may not choose an exit row, and is told why beforehand', async () => {
  const family = offer({
    ...domestic,
    passengers: [
      { id: 'pas_1', type: 'adult', age: null },
      { id: 'pas_2', type: 'infant_without_seat', age: 0 },
    ],
  })
  const exit = cabin(['15A|B'], (designator) =>
    seatElement(designator, '18.50', { disclosures: ['Exit row: not for children'] }),
  )
  const page = open({ [OFFER]: family, [SEATS]: [exit] })
  await fillPassenger(page)
  const ben = card(2)
  await page.user.type(ben.getByLabelText('First name'), 'Ben')
  await page.user.type(ben.getByLabelText('Last name'), 'Okafor')
  await page.user.type(ben.getByLabelText('Date of birth'), '2026-03-01')
  await page.user.selectOptions(ben.getByLabelText(/^Title/), 'mr')
  await press(page, 'Continue to Seat Selection')

  expect(await screen.findByText(/^Exit rows are not for children/)).toBeVisible()
  const [seat] = screen.getAllByRole('gridcell') as [HTMLElement]
  expect(seat).toHaveAttribute('aria-disabled', 'true')
  expect(seat).toHaveAccessibleName(/exit row, not with an infant on the lap$/)
  expect(seat.title).toMatch(/exit row, not with an infant on the lap$/)
  await page.user.click(seat)
  expect(screen.getByText('No seat yet')).toBeVisible()
})

test('r017 what is changed on a second visit is kept when the step is left by the browser', async () => {
  const page = open()
  await toSeats(page)
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  await goBy('passengers')
  await page.user.type(await screen.findByLabelText('First name'), ' Ada')
  await goBy('payment')

  // Not taken by the form yet, so it does not count yet; and it is not lost.
  expect(await screen.findByLabelText('First name')).toHaveValue('Maya Ada')
})

test('r017 what was typed before the page was left waits for the next offer, without the passport', async () => {
  const page = open({ [OFFER]: offer({ expires_at: inHalfAnHour }) })
  await fillPassenger(page)
  await page.user.type(screen.getByLabelText('Passport number'), 'X1234567')
  page.unmount()
  open({ [OFFER]: offer({ expires_at: inHalfAnHour }) })

  expect(await screen.findByLabelText('First name')).toHaveValue('Maya')
  expect(screen.getByLabelText('Passport number')).toHaveValue('')
})

test('r017 of the card the name alone is there after a step back', async () => {
  const page = open()
  await toPayment(page)
  await page.user.type(screen.getByLabelText('Card number'), '4242')
  await page.user.type(screen.getByLabelText('Name on card'), 'Maya Okafor')
  await press(page, 'Back to Seat Selection')
  await press(page, 'Skip Seat Selection')

  expect(await screen.findByLabelText('Name on card')).toHaveValue('Maya Okafor')
  expect(screen.getByLabelText('Card number')).toHaveValue('')
})

test('r017 the draft outlives a booking without its end, and goes with the confirmation', async () => {
  const pending = () => Response.json({ id: 'bk_1', status: 'pending' }, { status: 202 })
  const page = open({ [BOOK]: pending, 'GET /api/bookings/bk_1': booking({ status: 'pending', duffelBookingId: '' }) })
  await toPayment(page)
  await pay(page)
  await screen.findByRole('heading', { name: 'We are confirming your booking with the airline' })

  expect(hasDraft()).toBe(true)
})

test.each([
  ['08/34', '08', '34'],
  ['0834', '08', '34'],
  ['8/2034', '08', '34'],
])('s131 a pasted expiry date of %s fills both fields', async (text, month, year) => {
  const page = open()
  await toPayment(page)
  await page.user.click(screen.getByLabelText('Expiry month'))
  await page.user.paste(text)
  await page.user.click(screen.getByLabelText('Card number'))
  await page.user.paste(' 4242-4242 4242-4242 ')

  expect(screen.getByLabelText('Expiry month')).toHaveValue(month)
  expect(screen.getByLabelText('Year')).toHaveValue(year)
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242')
})

test('a pasted date of birth is read however it is written', async () => {
  const page = open()
  await page.user.click(await screen.findByLabelText('Date of birth'))
  await page.user.paste('18 Apr 1989')

  expect(screen.getByLabelText('Date of birth')).toHaveValue('1989-04-18')
})

test('s124 under the list of countries stands whom to call', async () => {
  open()
  const [words] = await screen.findAllByText(/^Your country is not in the list\?/)

  expect(within(words as HTMLElement).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
})

test('every field says what browsers may fill into it', async () => {
  open()
  await screen.findByRole('heading', { name: 'Who is travelling?' })

  const fields = [...document.querySelectorAll('form input, form select')]
  expect(fields.filter((field) => !field.getAttribute('autocomplete'))).toEqual([])
})

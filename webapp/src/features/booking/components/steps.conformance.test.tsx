import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { today } from '@/lib/dates'
import { chosenBag } from '@/testing/bags'
import { bookingParts, setupIn, verification } from '@/testing/booking-parts'
import { traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { offer, place, segment, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { cabin, seatChoice, seatElement } from '@/testing/seats'
import { serve } from '@/testing/server'
import type { Ticket } from '../lib/ticket'
import { BookingFrame } from './booking-frame'
import { OfferNotice } from './offer-notice'
import { Confirmation } from './outcome/confirmation'
import { PassengerStep } from './passengers/passenger-step'
import { PaymentStep } from './payment/payment-step'
import { SeatStep } from './seats/seat-step'
import { TripSummary } from './trip-summary'

const { notify } = vi.hoisted(() => ({ notify: vi.fn() }))
vi.mock('@/components/ui/toast/notify', () => ({ notify }))
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(),
  usePathname: () => '/booking',
  useRouter: () => ({ push: vi.fn() }),
}))

beforeEach(() => {
  serve({})
})

test('s100 the four steps stand above the booking, the current one marked', () => {
  setup(<BookingFrame step={1}>seats</BookingFrame>)

  const steps = within(screen.getByRole('navigation', { name: 'Booking steps' })).getAllByRole('listitem')
  const names = ['Passenger Details', 'Seat Selection', 'Payment', 'Confirmation']
  names.forEach((name, index) => {
    expect(steps[index]).toHaveTextContent(name)
  })
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null, null])
})

function TwoSteps() {
  const [step, setStep] = useState(0)
  return (
    <BookingFrame step={step} onBack={setStep}>
      <h1 key={step}>{step === 0 ? 'Who is traveling?' : 'Choose your seats'}</h1>
      <button type="button" onClick={() => setStep(1)}>
        Continue
      </button>
    </BookingFrame>
  )
}

test('r009 another step gives the focus to its heading, and the first one leaves it to the browser', async () => {
  const { user } = setup(<TwoSteps />)
  expect(document.body).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('heading', { name: 'Choose your seats' })).toHaveFocus()
})

test('s101 s130 the summary adds base fare, taxes and seats up to the total', () => {
  setupIn(bookingParts({ trip: { seats: [seatChoice()], total: '1302.50' } }), <TripSummary />)

  const lines = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(lines).toEqual([
    ['Base fare', '$1,040'],
    ['Taxes & fees', '$244'],
    ['Seats, 1 chosen', '$18.50'],
    ['Total', '$1,302.50'],
  ])
})

test('r003 r041 s185 our part of the price is named once, in the summary of the payment, and on no step before it', () => {
  const paying = setupIn(
    bookingParts(),
    <>
      <TripSummary />
      <PaymentStep />
    </>,
  )
  expect(screen.getByRole('region', { name: 'Your trip' })).toHaveTextContent(
    'Includes our $240.10 booking fee, refunded if you cancel online within 24 hours.',
  )
  expect(document.body.textContent?.match(/(booking|service) fee/gi)).toHaveLength(1)
  paying.unmount()

  for (const step of ['passengers', 'seats'] as const) {
    const before = setupIn(bookingParts({ trip: { step } }), <TripSummary />)
    expect(before.container).not.toHaveTextContent(/(booking|service) fee/i)
    before.unmount()
  }
})

test.each([
  [[], 'Cabin bag only'],
  [[chosenBag()], 'Fare includes: cabin bag only'],
])('bag01 beside the bags %j the summary says of the fare: %s', (bags, words) => {
  const baggages = [
    { type: 'carry_on', quantity: 1 },
    { type: 'checked', quantity: 0 },
  ]
  const shown = offer({ slices: [slice({ segments: [segment({ baggages })] })] })
  setupIn(bookingParts({ trip: { offer: shown, bags } }), <TripSummary />)

  expect(screen.getByText(words)).toBeVisible()
})

test('the summary says that the trip comes back to another airport', () => {
  const back = segment({ origin: place('LHR'), destination: place('EWR') })
  const slices = [slice(), slice({ id: 'sli_2', segments: [back] })]
  setupIn(bookingParts({ trip: { offer: offer({ slices }) } }), <TripSummary />)

  expect(screen.getByRole('region', { name: 'Your trip' })).toHaveTextContent('Returns to EWR, not JFK')
})

test('the days after a departure stand on the line of their time', () => {
  setupIn(bookingParts(), <TripSummary />)

  expect(screen.getByRole('region', { name: 'Your trip' }).textContent).toContain('07:25\u00a0+1')
})

test('s014 in test mode the payment names a test card, any future expiry and any code', () => {
  setupIn(bookingParts(), <PaymentStep />)

  expect(screen.getByText('4242 4242 4242 4242').parentElement).toHaveTextContent(
    /any future expiry and any 3-digit CVV/,
  )
})

test('s014 r008 in live mode it names none, and shows no card form unless cards can be taken', () => {
  const mode = { isLiveMode: true, mode: 'live', known: true, liveCards: false, cardFields: null } as const
  setupIn(bookingParts({ paymentStep: { mode } }), <PaymentStep />)

  expect(screen.queryByText('4242 4242 4242 4242')).toBeNull()
  expect(screen.queryByLabelText('Card number')).toBeNull()
})

test('s105 s131 the card has its fields, its number in groups of four, and a way back to the seats', async () => {
  const at = bookingParts()
  const { user } = setupIn(at, <PaymentStep />)
  const number = screen.getByLabelText('Card number')
  await user.type(number, '4242-4242 42424242x99')

  expect(number).toHaveValue('4242 4242 4242 4242')
  for (const field of ['Expiry date', 'Security code (CVV)', 'Name on card']) {
    expect(screen.getByLabelText(field)).toBeVisible()
  }
  await user.click(screen.getByRole('button', { name: 'Back to Seat Selection' }))
  expect(at.trip.go).toHaveBeenCalledWith('seats')
})

test('s105 the passengers lead back to the flight, and the seats to the passengers', async () => {
  serve({ 'GET /api/flights/seatmaps/off_1': [cabin(['15A'], (designator) => seatElement(designator, '18.50'))] })
  const at = bookingParts({ trip: { passengers: null } })
  const { unmount } = setupIn(at, <PassengerStep />)
  expect(await screen.findByRole('link', { name: 'Back to flight' })).toHaveAttribute('href', '/flight/off_1')
  unmount()

  const { user } = setupIn(at, <SeatStep />)
  await screen.findByText('Front of the aircraft')
  await user.click(screen.getByRole('button', { name: 'Back to passenger details' }))

  expect(at.trip.go).toHaveBeenCalledWith('passengers')
})

test('s108 a gone offer closes every way on, which then reads "Offer Expired"', () => {
  const gone = verification({ isValid: false, isGone: true })
  setupIn(bookingParts({ offerStatus: { isGone: true, verification: gone } }), <PaymentStep />)

  for (const button of screen.getAllByRole('button', { name: 'Offer Expired' }))
    expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('an offer that the server does not sell closes every way on, and says why and where to go', async () => {
  const refused = verification({ isValid: false, isRefused: true, code: 'DOCUMENTS_UNSUPPORTED' })
  setupIn(bookingParts({ offerStatus: { isRefused: true, verification: refused } }), <PaymentStep />)

  expect(await screen.findByRole('alert')).toHaveTextContent(/takes no passports.*Nothing was charged\./)
  expect(screen.getByRole('link', { name: 'Back to Search Results' })).toHaveAttribute('href', '/search')
  for (const button of screen.getAllByRole('button', { name: 'Not available' }))
    expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByText(/Unable to verify/)).toBeNull()
})

test('s111 an expired offer is told in the page', async () => {
  setupIn(bookingParts({ offerStatus: { isGone: true } }), <OfferNotice />)

  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This flight offer has expired. Please try another flight.',
  )
})

test('s113 a check that fails is told and does not close the form', () => {
  const unsure = verification({ isValid: false, code: 'API_ERROR' })
  setupIn(bookingParts({ offerStatus: { verification: unsure } }), <PaymentStep />)

  expect(screen.getByText(/Unable to verify offer validity\. Please return to search\./)).toBeVisible()
  for (const button of screen.getAllByRole('button', { name: /^Pay/ }))
    expect(button).not.toHaveAttribute('aria-disabled')
})

test('s115 s116 r044 each passenger has a block, where the sex is asked for once and a title may be chosen', () => {
  setupIn(bookingParts({ trip: { passengers: null } }), <PassengerStep />)

  const [adult, child] = screen.getAllByRole('region', { name: /^Passenger \d/ })
  expect(adult).toHaveTextContent('Adult (12+ years)')
  expect(child).toHaveTextContent('Child (2-11 years)')
  const values = (label: RegExp) =>
    [...within(adult as HTMLElement).getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value)
  expect(values(/^Title/)).toEqual(['', 'mr', 'ms', 'mrs', 'miss', 'dr'])
  expect(values(/^Sex/)).toEqual(['', 'female', 'male'])
  expect(within(adult as HTMLElement).queryByLabelText(/gender/i)).toBeNull()
})

test.each([
  ['an optional passport can be skipped', { passenger_identity_documents_required: false }, 2],
  ['one that the airline asks for cannot', { passenger_identity_documents_required: true }, 0],
])('s117 s120 s125 %s, and nobody is born tomorrow', async (_, part, buttons) => {
  const home = offer(part)
  for (const way of home.slices.flatMap((slice) => [slice, ...slice.segments])) {
    way.destination = { ...way.destination, iata_code: 'LAX', country_code: 'US' }
  }
  setupIn(bookingParts({ trip: { offer: home, passengers: null } }), <PassengerStep />)

  expect(screen.queryAllByRole('button', { name: 'Skip Passport Info' })).toHaveLength(buttons)
  expect(screen.getAllByLabelText('Date of birth')[0]).toHaveAttribute('max', today())
})

test('s126 c006 a taken seat cannot be pressed, and a free one is the first passenger’s', async () => {
  const map = cabin(['15A|B'], (designator) => seatElement(designator, designator === '15A' ? '18.50' : null))
  serve({ 'GET /api/flights/seatmaps/off_1': [map] })
  const at = bookingParts()
  const { user, container } = setupIn(at, <SeatStep />)
  await screen.findByText('Front of the aircraft')

  const [free, ...others] = container.querySelectorAll('button.seat:enabled')
  expect(others).toEqual([])
  await user.click(free as Element)

  expect(at.seatsStep.saveSeats).toHaveBeenCalledWith([
    expect.objectContaining({ passengerId: 'pas_1', seatId: 'ase_15A', designator: '15A' }),
  ])
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat Selected' })))
})

test('s104 a step without a seat map is headed as what it is', async () => {
  serve({ 'GET /api/flights/seatmaps/off_1': [] })
  setupIn(bookingParts({ seatsStep: { hasSkippedMaps: true } }), <SeatStep />)

  expect(await screen.findByRole('heading', { level: 1, name: 'Seat Selection Unavailable' })).toBeVisible()
})

const ticket: Ticket = {
  isTest: false,
  bookingId: 'bk_1',
  reference: 'jtvmsnxq19',
  slices: offer().slices,
  passengers: [{ name: 'Maya Okafor', type: 'Adult', lapOf: null, ticketNumbers: ['1252106312810'] }],
  seats: [],
  bags: [],
  total: '1284',
  currency: 'USD',
  emissionsKg: 474,
  card: null,
}

test('s142 r027 a confirmed booking has eight capitals as its reference, and all of a longer one beside it', async () => {
  setup(<Confirmation ticket={ticket} email="maya@traveller.example" />)

  expect(screen.getByText('JTVMSNXQ')).toBeVisible()
  expect(screen.getByText('In full: jtvmsnxq19')).toBeVisible()
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Booking confirmed!' })))
})

test('s100 the confirmation is the fourth step', () => {
  setup(<Confirmation ticket={ticket} email="" />)

  const steps = within(screen.getByRole('navigation', { name: 'Booking steps' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, null, 'step'])
})

test('s143 a new account can be copied', async () => {
  const account = { username: 'maya', password: 'secret-for-once', email: 'maya@traveller.example' }
  const { user } = setup(<Confirmation ticket={ticket} email={account.email} account={account} />)
  await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }))

  expect(await navigator.clipboard.readText()).toContain('secret-for-once')
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Copied to clipboard' })))
})

test('s144 from the confirmation one goes to the trips or to another flight', async () => {
  setCookie('fareway_user=1')
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticket} email="" />)

  expect(await screen.findByRole('link', { name: 'View My Trips' })).toHaveAttribute('href', '/my-trips')
  expect(screen.getByRole('link', { name: 'Book Another Flight' })).toHaveAttribute('href', '/')
})

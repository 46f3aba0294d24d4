import { readFileSync } from 'node:fs'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import ContactPage from '@/app/contact/page'
import PartnerPage from '@/app/expedia/page'
import FaqPage from '@/app/faq/page'
import NotFound from '@/app/not-found'
import HomePage from '@/app/page'
import SupportPage from '@/app/support/page'
import { SiteFrame } from '@/components/layout/site-frame'
import { defaultBrand } from '@/config/default-brand'
import CloseDialog from '@/features/account/components/close-dialog'
import { ConfirmPage } from '@/features/account/components/confirm-page'
import { DataPanel } from '@/features/account/components/data-panel'
import { ForgotPage } from '@/features/account/components/forgot-page'
import { LoginPage } from '@/features/account/components/login-page'
import { RegisterPage } from '@/features/account/components/register-page'
import { ResetPage } from '@/features/account/components/reset-page'
import { SettingsPage } from '@/features/account/components/settings-page'
import { AdminPage } from '@/features/admin/components/admin-page'
import AttentionList from '@/features/admin/components/attention/attention-list'
import PaymentList from '@/features/admin/components/attention/payment-list'
import { BrandManager } from '@/features/admin/components/brands/brand-manager'
import { BookingPage } from '@/features/booking/components/booking-page'
import { BookingProvider } from '@/features/booking/components/booking-provider'
import { Confirmation } from '@/features/booking/components/outcome/confirmation'
import { LostAnswer } from '@/features/booking/components/outcome/lost-answer'
import { Pending } from '@/features/booking/components/outcome/pending'
import { PaymentStep } from '@/features/booking/components/payment/payment-step'
import { SeatStep } from '@/features/booking/components/seats/seat-step'
import { TripSummary } from '@/features/booking/components/trip-summary'
import { AttemptedOfferContext } from '@/features/booking/hooks/attempted-offer'
import type { Booking } from '@/features/booking/hooks/use-booking'
import { remember } from '@/features/booking/lib/draft-memory'
import { failureOf, notSold, refusal } from '@/features/booking/lib/failure'
import { ticketOfRecord } from '@/features/booking/lib/ticket'
import { DatesPanel } from '@/features/dates/components/dates-panel'
import { EarlierPrice } from '@/features/dates/components/earlier-price'
import { FlightPage } from '@/features/detail/components/flight-page'
import { SearchResults } from '@/features/search/components/results'
import { CancelDialog } from '@/features/trips/components/cancel-dialog'
import { DetailsDialog } from '@/features/trips/components/details-dialog'
import { GuestTripPage } from '@/features/trips/components/guest-trip-page'
import { TripsPage } from '@/features/trips/components/trips-page'
import { toTrip } from '@/features/trips/lib/trips'
import { WatchDialog } from '@/features/watch/components/watch-dialog'
import { WatchedPage } from '@/features/watch/components/watched-page'
import { ApiError, reasonOf } from '@/lib/api/error'
import type { AdminSettings } from '@/lib/api/types'
import { wordsOfFailure } from '@/lib/booking-failure'
import { readCriteria } from '@/lib/criteria'
import { standAt } from '@/testing/address'
import { bookingParts } from '@/testing/booking-parts'
import { booking, bookingFailure, cancelled, quote, traveller } from '@/testing/bookings'
import { waiting } from '@/testing/challenge'
import { datesAnswer, graphAnswer } from '@/testing/dates'
import { testMode } from '@/testing/modes'
import { bagService, fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { bookingToReview, paymentToReview, strayAmount } from '@/testing/reviews'
import { cabin, seatElement } from '@/testing/seats'
import { problem, serve } from '@/testing/server'
import { textsOutsideCatalogues } from '@/testing/texts'
import { watchedPrice } from '@/testing/watches'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const ONE = 'GET /api/bookings/bk_1'
const QUOTE = 'GET /api/bookings/bk_1/cancellation'
const BOOKINGS = 'GET /api/admin/attention'
const PAYMENTS = 'GET /api/admin/attention/payments'
const inHalfAnHour = new Date(Date.now() + 30 * 60_000).toISOString()
const flight = offer({ expires_at: inHalfAnHour, available_services: [bagService()] })
const query = 'origin=JFK&destination=LHR&departureDate=2027-03-05&cabinClass=economy'
const paged = 'adultsCount=1&childrenCount=0&infantsCount=0&page=1&limit=30&sort=price-asc'
const settings: AdminSettings = {
  enableLiveMode: false,
  environment: 'other',
  duffelApiConfigured: true,
  stripeConfigured: false,
  lastChange: { changedBy: 'Ada', changedAt: '2026-02-01T09:00:00Z' },
}

const fareway = {
  brand: { ...defaultBrand, domain: 'fareway', name: 'Fareway' },
  markupRate: '0.23',
  publicUrl: '',
  site: 'https://fareway.agency.example/',
}
const listed = { key: 'fareway', name: 'Fareway', primary: '#123456', secondary: '#654321', markupRate: '0.23' }
const version = { version: 1, changedAt: '2026-03-01T12:00:00Z' }
const contrast = {
  color: 'text',
  label: 'Text on the page',
  ratio: '3.00',
  required: '4.50',
  passes: false,
  suggestion: '#000000',
}

const answers = {
  'GET /api/admin/brands': [{ ...listed, version: 1, updatedAt: '2026-03-01T12:00:00Z' }],
  'GET /api/admin/brands/fareway': { record: fareway, versions: [version] },
  'POST /api/admin/themes/check': { theme: defaultBrand.theme, checks: [contrast] },
  'GET /api/system/mode': testMode,
  'GET /api/auth/user': traveller,
  'GET /api/auth/sessions': [{ device: 'Firefox on Linux', lastSeenAt: '2026-03-01T12:00:00Z', isCurrent: true }],
  [`GET /api/flights/search?${query}&${paged}`]: {
    offers: [flight],
    total_count: 1,
    notice: null,
    hour_amount: null,
    hour_currency: null,
    typical_emissions_kg: null,
    titles: null,
  },
  'GET /api/flights/offer/off_1': flight,
  'GET /api/flights/offer/off_1/fares': [fare('off_1', '1284'), fare('off_2', '1340')],
  'GET /api/flights/seatmaps/off_1': [cabin(['15A|B'], (seat) => seatElement(seat, seat === '15A' ? '18.50' : '0'))],
  'GET /api/flights/verify-offer/off_1': { valid: true, message: '', expires_at: inHalfAnHour },
  'GET /api/bookings': [booking()],
  'GET /api/watches': { watches: [watchedPrice()] },
  [ONE]: booking(),
  'GET /api/admin/settings': settings,
  'GET /api/admin/enquiries': { enquiries: [], next: null },
  [BOOKINGS]: { items: [], total: 0 },
  [PAYMENTS]: { items: [], total: 0, differences: [], differencesTotal: 0 },
}

/** The page as it stands once nothing more comes. */
async function settled() {
  let before: string
  do {
    before = document.body.innerHTML
    await act(() => new Promise((resolve) => setTimeout(resolve)))
  } while (document.body.innerHTML !== before)
}

const booked = '/booking?offer=off_1&adults=1'
const pages: [address: string, page: ReactElement, shows: string][] = [
  [
    '/',
    <SiteFrame key="1">
      <HomePage />
    </SiteFrame>,
    'Find the fare',
  ],
  ['/contact', <ContactPage key="1" />, '800'],
  ['/faq', <FaqPage key="1" />, '24'],
  ['/support', <SupportPage key="1" />, '800'],
  ['/expedia', <PartnerPage key="1" />, '800'],
  ['/nowhere', <NotFound key="1" />, '404'],
  [`/search?${query}&adults=1`, <SearchResults key="1" />, 'British Airways'],
  ['/flight/off_1', <FlightPage key="1" />, 'British Airways'],
  [booked, <BookingPage key="1" />, '$1,284'],
  ['/my-trips', <TripsPage key="1" />, 'London'],
  ['/trip', <GuestTripPage key="1" />, ''],
  ['/watched-prices', <WatchedPage key="1" />, '$605'],
  ['/watched-prices#start=t', <WatchedPage key="1" />, ''],
  ['/watched-prices#stop=t', <WatchedPage key="1" />, ''],
  ['/login', <LoginPage key="1" />, ''],
  ['/register', <RegisterPage key="1" />, ''],
  ['/forgot-password', <ForgotPage key="1" />, ''],
  ['/reset-password?token=t', <ResetPage key="1" />, ''],
  ['/confirm-email#token=t', <ConfirmPage key="1" />, ''],
  ['/account-settings', <SettingsPage key="1" />, 'Firefox on Linux'],
  ['/admin-settings', <AdminPage key="1" />, 'Ada'],
]

beforeEach(() => {
  remember({ type: 'booked' })
  window.scrollTo = vi.fn()
})

test.each(pages)('%s shows no text outside the catalogues', async (address, page, shows) => {
  standAt(address)
  serve(answers)
  setup(page)
  await screen.findAllByRole('heading')
  await waitFor(() => expect(document.body.textContent).toContain(shows))
  await settled()

  expect(textsOutsideCatalogues(document.body, answers)).toEqual([])
})

const inBooking = (part: Parameters<typeof bookingParts>[0], ui: ReactElement) => {
  const parts: Booking = bookingParts({ ...part, trip: { party: [{ id: 'pas_1', type: 'adult' }], ...part?.trip } })
  return <BookingProvider booking={parts}>{ui}</BookingProvider>
}
const atPayment = (code: string, more: Parameters<typeof refusal>[2] = {}) =>
  inBooking({ paymentStep: { failure: refusal(code, SAID, more), isHalted: Boolean(more.retryAt) } }, <PaymentStep />)
const attempted = (ui: ReactElement) => (
  <AttemptedOfferContext value={{ offerId: 'off_1', search: '', email: 'maya@traveller.example' }}>
    {ui}
  </AttemptedOfferContext>
)
const sent = { offerId: 'off_1', key: 'key', paymentId: 'pay_1', sentAt: Date.now() }
const account = { username: 'maya', password: 'secret-for-once', email: 'maya@traveller.example' }
const trip = toTrip(booking())

const dated = readCriteria(
  new URLSearchParams('origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22'),
)
const datedFields =
  'origin=JFK&destination=LHR&departureDate=2027-01-15&returnDate=2027-01-22&cabinClass=economy&adultsCount=1&childrenCount=0&infantsCount=0'
const insight = { level: 'lower', low: '690', high: '860', sample: 23, basis: 'dates' } as const
const followed = {
  search: '',
  amount: '612.00',
  currency: 'USD',
  observedAt: '2026-11-26T12:00:00Z',
  followedAt: Date.now(),
}
const datesPanel = () => <DatesPanel criteria={dated} onClose={vi.fn()} onFlights={vi.fn()} isSettled found={null} />
function graphPanel() {
  sessionStorage.setItem('datesShown', '"graph"')
  return datesPanel()
}

const cards = ['Visa', 'Mastercard', 'Amex', 'Discover', 'visa']
const networks = ['Facebook', 'Twitter', 'Instagram']
/** Operators read these in logs and in the runbook. */
const codes = ['order_create', 'refund-1', 'ask_again', 'unknown', 'captured', 'taken', 'live', 'northwind', 'fareway']
/** The browser names currencies. */
const names = ['US dollars', ...cards, ...networks, ...codes, 'Figtree', ...Object.values(account)]

/** What the server says where a text of ours stands. */
const SAID = 'Plain words of the server.'
const failed = bookingFailure('BOOKING_FAILED', { message: SAID })
const BY_KEY = 'GET /api/bookings/by-key/key'

/** What comes after a page's first screen: what it shows, what the server answers for it, and a word of that. */
const later: [name: string, ui: () => ReactElement, answered: object, shows: string][] = [
  ['the seats', () => inBooking({ trip: { step: 'seats' } }, <SeatStep />), {}, '15'],
  ['the summary', () => inBooking({}, <TripSummary />), {}, '$1,284'],
  ['the payment', () => inBooking({}, <PaymentStep />), {}, '$1,284'],
  ['a refused card', () => atPayment('PAYMENT_FAILED'), {}, ''],
  ['another price', () => atPayment('PRICE_CHANGED', { price: { amount: '1294', currency: 'USD' } }), {}, '$1,294'],
  ['too many cards', () => atPayment('TOO_MANY_ATTEMPTS', { retryAt: inHalfAnHour }), {}, '800'],
  ['a refusal of the airline', () => atPayment('BOOKING_FAILED'), {}, '800'],
  ['a booking that is confirmed', () => attempted(<Pending bookingId="bk_1" />), {}, 'JTVMSN'],
  [
    'a new account',
    () => attempted(<Confirmation ticket={ticketOfRecord(booking())} email="" account={account} />),
    {},
    'JTVMSN',
  ],
  [
    'a booking without its end',
    () => attempted(<Pending bookingId="bk_1" />),
    { [ONE]: booking({ status: 'pending' }) },
    '',
  ],
  ['a question of the bank', () => attempted(<Pending bookingId="bk_1" />), { [ONE]: waiting }, ''],
  [
    'a booking that failed',
    () => attempted(<Pending bookingId="bk_1" />),
    { [ONE]: booking({ status: 'failed', failure: failed }) },
    '',
  ],
  [
    'money on its way back',
    () => attempted(<Pending bookingId="bk_1" />),
    { [ONE]: booking({ status: 'pending', failure: failed }) },
    '',
  ],
  [
    'an answer that was lost',
    () => attempted(<LostAnswer order={sent} onFound={vi.fn()} onNever={vi.fn()} />),
    { [BY_KEY]: problem(503, 'SERVICE_UNAVAILABLE', SAID) },
    '',
  ],
  [
    'prices of other dates',
    datesPanel,
    { [`GET /api/flights/dates?${datedFields}&span=3`]: datesAnswer({ insight }) },
    '$860',
  ],
  ['a graph of prices', graphPanel, { [`GET /api/flights/graph?${datedFields}&stay=7`]: graphAnswer(7) }, '$590'],
  ['a price that has risen', () => <EarlierPrice followed={followed} found={flight.price} />, {}, '$612'],
  ['a price to watch', () => <WatchDialog criteria={dated} onClose={vi.fn()} />, {}, 'London'],
  ['a trip’s details', () => <DetailsDialog trip={trip} onClose={vi.fn()} onCancel={vi.fn()} />, {}, '1252106312810'],
  [
    'a cancelled trip',
    () => <DetailsDialog trip={trip} onClose={vi.fn()} onCancel={vi.fn()} />,
    { [ONE]: booking({ status: 'cancelled', cancellation: cancelled() }) },
    '$813.50',
  ],
  [
    'the question before cancelling',
    () => <CancelDialog trip={trip} onClose={vi.fn()} onCancelled={vi.fn()} />,
    { [QUOTE]: quote() },
    '$813.50',
  ],
  ['a user’s data', () => <DataPanel onClosed={vi.fn()} />, {}, ''],
  ['the question before an account is closed', () => <CloseDialog onClose={vi.fn()} onClosed={vi.fn()} />, {}, ''],
  [
    'bookings to decide about',
    () => <AttentionList />,
    { [BOOKINGS]: { items: [bookingToReview()], total: 2 } },
    'Ada Byron',
  ],
  [
    'payments to decide about',
    () => <PaymentList />,
    { [PAYMENTS]: { items: [paymentToReview()], total: 2, differences: [strayAmount()], differencesTotal: 2 } },
    'RZPNX8',
  ],
]

test.each(later)('%s: no text outside the catalogues', async (_, ui, answered, shows) => {
  standAt('/booking?offer=off_1')
  const all = { ...answers, ...answered }
  serve(all)
  setup(ui())
  await waitFor(() => expect(document.body.textContent).toContain(shows))
  await settled()

  expect(textsOutsideCatalogues(document.body, { all, trip }, names)).toEqual([])
})

test('the editor of a brand: no text outside the catalogues', async () => {
  standAt('/admin/brands')
  serve(answers)
  const { user } = setup(<BrandManager Preview={() => null} />)
  await user.click(await screen.findByRole('button', { name: /Fareway/ }))
  await screen.findByDisplayValue('Fareway')
  await settled()

  expect(textsOutsideCatalogues(document.body, answers, names)).toEqual([])
})

const catalogued = readFileSync('../docs/errors.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (\d+)/gm)
const answered = Array.from(catalogued, ([, code = '', status]) => ({ code, status: Number(status) }))

test.each(answered)('an answer with $status $code is told in texts of ours', async ({ code, status }) => {
  const record = { code, message: SAID }
  const body = { ...record, errors: [{ field: 'email', code: 'invalid', message: SAID }] }
  const error = await ApiError.fromResponse(new Response(JSON.stringify(body), { status }))
  const { title, message, fields = [] } = failureOf(error)
  const told = [title, message, ...fields.map((field) => field.message), reasonOf(error, ''), wordsOfFailure(record)]
  const shown = document.createElement('p')
  shown.textContent = [...told, refusal(code, SAID).message, notSold(code).message].join(' ')

  expect(textsOutsideCatalogues(shown, [])).toEqual([])
})

const asking = pages.filter(([address]) => /search|flight|booking|my-trips|settings/.test(address))

test.each(asking)('nor when %s gets no answer', async (address, page) => {
  standAt(address)
  serve(Object.fromEntries(Object.keys(answers).map((call) => [call, problem(503, 'SERVICE_UNAVAILABLE', SAID)])))
  setup(page)
  await screen.findByRole('alert')
  await settled()

  expect(textsOutsideCatalogues(document.body, ['req_7'])).toEqual([])
})

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
import { ForgotPage } from '@/features/account/components/forgot-page'
import { LoginPage } from '@/features/account/components/login-page'
import { RegisterPage } from '@/features/account/components/register-page'
import { ResetPage } from '@/features/account/components/reset-page'
import { SettingsPage } from '@/features/account/components/settings-page'
import { AdminPage } from '@/features/admin/components/admin-page'
import { BookingPage } from '@/features/booking/components/booking-page'
import { remember } from '@/features/booking/lib/draft-memory'
import { FlightPage } from '@/features/detail/components/flight-page'
import { SearchResults } from '@/features/search/components/results'
import { GuestTripPage } from '@/features/trips/components/guest-trip-page'
import { TripsPage } from '@/features/trips/components/trips-page'
import { standAt } from '@/testing/address'
import { booking, traveller } from '@/testing/bookings'
import { fare, offer } from '@/testing/offers'
import { setup } from '@/testing/render'
import { cabin, seatElement } from '@/testing/seats'
import { problem, serve } from '@/testing/server'
import { textsOutsideCatalogues } from '@/testing/texts'

vi.mock('next/navigation', async () => (await import('@/testing/address')).navigation())

const inHalfAnHour = new Date(Date.now() + 30 * 60_000).toISOString()
const flight = offer({ expires_at: inHalfAnHour })
const query = 'origin=JFK&destination=LHR&departureDate=2027-03-05&cabinClass=economy'
const paged = 'adultsCount=1&childrenCount=0&infantsCount=0&page=1&limit=30&sort=price-asc'
const settings = {
  enableLiveMode: false,
  environment: 'other',
  duffelApiConfigured: true,
  stripeConfigured: false,
  lastChange: { changedBy: 'Ada', changedAt: '2026-02-01T09:00:00Z' },
}

const answers = {
  'GET /api/system/mode': { isLiveMode: false, mode: 'test', known: true, liveCards: false },
  'GET /api/auth/user': traveller,
  'GET /api/auth/sessions': [{ device: 'Firefox on Linux', lastSeenAt: '2026-03-01T12:00:00Z', isCurrent: true }],
  [`GET /api/flights/search?${query}&${paged}`]: { offers: [flight], total_count: 1 },
  'GET /api/flights/offer/off_1': flight,
  'GET /api/flights/offer/off_1/fares': [fare('off_1', 'Basic'), fare('off_2', 'Flex')],
  'GET /api/flights/seatmaps/off_1': [cabin(['15A|B'], (seat) => seatElement(seat, seat === '15A' ? '18.50' : '0'))],
  'GET /api/flights/verify-offer/off_1': { valid: true, message: '', expires_at: inHalfAnHour },
  'GET /api/bookings': [booking()],
  'GET /api/bookings/bk_1': booking(),
  'GET /api/admin/settings': settings,
  'GET /api/admin/enquiries': { enquiries: [], next: null },
  'GET /api/admin/attention': { items: [], total: 0 },
  'GET /api/admin/attention/payments': { items: [], total: 0, differences: [], differencesTotal: 0 },
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
  ['/login', <LoginPage key="1" />, ''],
  ['/register', <RegisterPage key="1" />, ''],
  ['/forgot-password', <ForgotPage key="1" />, ''],
  ['/reset-password?token=t', <ResetPage key="1" />, ''],
  ['/account-settings', <SettingsPage key="1" />, 'Firefox on Linux'],
  ['/admin-settings', <AdminPage key="1" />, 'Ada'],
]

beforeEach(() => remember({ type: 'booked' }))

test.each(pages)('%s shows no text outside the catalogues', async (address, page, shows) => {
  standAt(address)
  serve(answers)
  setup(page)
  await screen.findAllByRole('heading')
  await waitFor(() => expect(document.body.textContent).toContain(shows))
  await settled()

  expect(textsOutsideCatalogues(document.body, answers)).toEqual([])
})

const asking = pages.filter(([address]) => /search|flight|booking|my-trips|settings/.test(address))

test.each(asking)('nor when %s gets no answer', async (address, page) => {
  standAt(address)
  serve(Object.fromEntries(Object.keys(answers).map((call) => [call, problem(503, 'SERVICE_UNAVAILABLE', 'Away')])))
  setup(page)
  await screen.findByRole('alert')
  await settled()

  expect(textsOutsideCatalogues(document.body, ['Away', 'req_7'])).toEqual([])
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import type { BookingRecord } from '@/lib/api/types'
import { airlineCredit, bookedSlice, booking, cancelled, quote, traveller, tripData, usd } from '@/testing/bookings'
import { FakeSource } from '@/testing/event-source'
import { onPhone } from '@/testing/media'
import { patience } from '@/testing/patience'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { slotRecipes } from '@/theme/recipes'
import { TripsPage } from './trips-page'

vi.mock('next/navigation', () => ({ usePathname: () => '/my-trips', useRouter: () => ({}) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const USER = 'GET /api/auth/user'
const LIST = 'GET /api/bookings'
const ONE = 'GET /api/bookings/bk_1'
const QUOTE = 'GET /api/bookings/bk_1/cancellation'
const CANCEL = 'POST /api/bookings/bk_1/cancel'

const guest = problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')
const away = problem(503, 'SERVICE_UNAVAILABLE', 'The service is away.')

/** Shows the page to a traveller with these bookings. */
function open(bookings: BookingRecord[], answers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ [USER]: traveller, [LIST]: bookings, ...answers })
  return { calls, ...setup(<TripsPage />) }
}

/** Opens the question of the first card. */
async function ask(answers: Parameters<typeof serve>[0]) {
  const page = open([booking()], answers)
  await page.user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  return { ...page, dialog: await screen.findByRole('alertdialog') }
}

beforeEach(() => vi.mocked(notify).mockClear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('s156 c004 a guest is asked to sign in', async () => {
  const calls = serve({ [USER]: guest })
  setup(<TripsPage />)

  expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?redirect=%2Fmy-trips')
  expect(screen.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/register?redirect=%2Fmy-trips')
  expect(calls.map(({ path }) => path)).toEqual(['/api/auth/user'])
})

test('s156 a session that ended meanwhile is a guest', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  serve({ [USER]: traveller, [LIST]: guest })
  setup(<TripsPage />)

  expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeInTheDocument()
})

test('s157 while it waits the page says so', () => {
  serve({ [USER]: () => new Promise<never>(() => undefined) })
  setup(<TripsPage />)

  expect(screen.getByRole('status')).toHaveTextContent('Loading your trips')
})

test('s157 without trips there is a way to a flight', async () => {
  open([])

  expect(await screen.findByRole('heading', { name: 'No trips found' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Search Flights' })).toHaveAttribute('href', '/')
})

test.each([
  ['the list', { [LIST]: away }],
  ['the current user', { [USER]: away }],
])('s157 when %s cannot be read the page says so and tries again', async (_, answers) => {
  const { user, calls } = open([booking()], answers)
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your trips')
  expect(screen.getByText('Reference for support: req_7')).toBeInTheDocument()
  const before = calls.length

  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

test('s157 while a list that could not be read waits for Try Again, nothing changes under the finger', async () => {
  FakeSource.install()
  let answer: BookingRecord[] | Response = away
  const { user, calls } = open([], { [LIST]: () => answer })
  const button = await screen.findByRole('button', { name: 'Try Again' })
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1), { timeout: 4_000 * patience })
  answer = [booking()]
  const before = calls.length

  act(() => void FakeSource.opened[0]?.dispatchEvent(new Event('open')))
  FakeSource.opened[0]?.tell('booking', { id: 'bk_1', version: 2, status: 'confirmed' })

  expect(calls).toHaveLength(before)
  expect(button).toBeEnabled()
  await user.click(button)
  expect(await screen.findByRole('article')).toBeVisible()
  vi.unstubAllGlobals()
})

/** Presses Try Again, and again once that has failed as well: it is one button all the while. */
async function pressTwice(user: ReturnType<typeof open>['user'], fail: () => void) {
  const button = await screen.findByRole('button', { name: 'Try Again' })
  await user.click(button)
  expect(button).toBeVisible()
  expect(button).toHaveTextContent('Trying…')
  fail()
  await waitFor(() => expect(button).toHaveTextContent('Try Again'))
  expect(button).toBeVisible()
  await user.click(button)
  expect(button).toHaveTextContent('Trying…')
}

/** Fails once at once, then whenever told to. */
function failing() {
  let isFirst = true
  let fail: () => void = () => undefined
  const answer = () => {
    if (isFirst) {
      isFirst = false
      return away.clone()
    }
    return new Promise<Response>((resolve) => {
      fail = () => resolve(away.clone())
    })
  }
  return { answer, fail: () => fail() }
}

test('s157 Try Again of the list is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = open([], { [LIST]: answer })

  await pressTwice(user, fail)
})

test('r037 Try Again of a quote is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = await ask({ [QUOTE]: answer })

  await pressTwice(user, fail)
})

test('s165 Try Again of the details is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = open([booking()], { [ONE]: answer })
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))

  await pressTwice(user, fail)
})

test('s158 tabs count their trips, and an empty one says so', async () => {
  const { user } = open([
    booking({ id: 'a' }),
    booking({ id: 'b', status: 'pending' }),
    booking({ id: 'c', status: 'cancelled' }),
  ])

  expect(await screen.findByRole('tab', { name: 'Upcoming 2' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('tab', { name: 'Cancelled 1' })).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Past 0' }))
  expect(screen.getByText('You have no past trips.')).toBeInTheDocument()
})

test('s159 a card says where, when, who and how much', async () => {
  open([booking()])

  const card = await screen.findByRole('article')

  expect(within(card).getByRole('heading', { name: 'New York to London' })).toBeInTheDocument()
  for (const words of [
    'Round Trip',
    'Fri, Mar 5, 2027 to Fri, Mar 12, 2027',
    '1 passenger',
    'Confirmed',
    '$1,338.50',
  ]) {
    expect(within(card).getByText(words)).toBeInTheDocument()
  }
  expect(within(card).getByRole('button', { name: /^View Details/ })).toBeInTheDocument()
})

test('c013 a pending trip is never shown as confirmed', async () => {
  open([booking({ status: 'pending', duffelBookingId: '' })])

  const card = await screen.findByRole('article')

  expect(within(card).getByText('Pending')).toBeInTheDocument()
  expect(within(card).queryByText('Confirmed')).not.toBeInTheDocument()
})

test('s160 a trip that is over cannot be cancelled', async () => {
  const { user } = open([booking({ status: 'completed' })])

  await user.click(await screen.findByRole('tab', { name: 'Past 1' }))

  expect(screen.getByRole('article')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument()
})

test('s160 r037 c011 before anything is cancelled the question shows the money', async () => {
  const { dialog } = await ask({ [QUOTE]: quote() })

  expect(dialog).toHaveAccessibleName('Cancel New York to London?')
  expect(
    within(dialog).getByText('Are you sure you want to cancel this booking? This action cannot be undone.'),
  ).toBeInTheDocument()
  expect(await within(dialog).findByText(/Fees may apply, as shown/)).toBeInTheDocument()
  const terms = within(dialog).getAllByRole('term')
  expect(terms.map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)).toEqual([
    'Paid $1,338.50',
    'Not refunded −$525',
    'The airline keeps $398.40',
    'We keep our booking fee $126.60',
    'Refund to your card $813.50',
    'From the airline $700',
    'Our booking fee $113.50',
  ])
})

const nothingOfTheFare = { fareRefund: usd('0.00'), refund: usd('240.10'), markupRefund: usd('240.10') }
const refused = { allowed: false, penalty_amount: null, penalty_currency: null }

test('r037 where the airline pays nothing back the question says so and why, and lists no sum of nothing', async () => {
  const conditions = { ...tripData().conditions, refund_before_departure: refused }
  const lost = quote({ ...nothingOfTheFare, fee: usd('1098.40') })
  const { user } = open([booking({ data: { conditions } })], { [QUOTE]: lost })
  await user.click(await screen.findByRole('button', { name: /^Cancel/ }))
  const dialog = await screen.findByRole('alertdialog')

  expect(await within(dialog).findByText('This fare is non-refundable, so the airline keeps $1,098.40.')).toBeVisible()
  const terms = within(dialog).getAllByRole('term')
  expect(terms.map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)).toEqual([
    'Paid $1,338.50',
    'Not refunded −$1,098.40',
    'The airline keeps $1,098.40',
    'Refund to your card $240.10',
    'Our booking fee $240.10',
  ])
})

test('r037 where all comes back no fee is spoken of', async () => {
  const all = { fareRefund: usd('1098.40'), markupRefund: usd('240.10'), refund: usd('1338.50'), fee: usd('0.00') }
  const { dialog } = await ask({ [QUOTE]: quote(all) })

  expect(await within(dialog).findByText(/^No cancellation fee\./)).toBeVisible()
  expect(dialog).not.toHaveTextContent(/Fees may apply|to cancel this fare|The airline keeps|Not refunded/)
})

test('r037 a voucher is named as one', async () => {
  const { dialog } = await ask({
    [QUOTE]: quote({ refundTo: 'voucher', refund: usd('0.00'), markupRefund: usd('0.00'), fee: usd('638.50') }),
  })

  expect(await within(dialog).findByText('Airline voucher')).toBeInTheDocument()
  expect(within(dialog).queryByText(/business days/)).not.toBeInTheDocument()
})

test('r037 an airline credit is no charge: it stands beside the refund, and the dialog says what it is', async () => {
  const credit = { refundTo: 'airline_credits', refund: usd('122.10'), fareRefund: usd('590.90') }
  const { dialog } = await ask({
    [QUOTE]: quote({ ...credit, paid: usd('713.00'), markupRefund: usd('122.10'), fee: usd('0.00') }),
  })

  const label = await within(dialog).findByText('Airline credit')
  expect(label.parentElement).toHaveTextContent(/^Airline credit\$590\.90$/)
  expect(dialog).not.toHaveTextContent('−')
  expect(dialog).toHaveTextContent(
    'Airline credit: $590.90. The airline gives you airline credit for its flights instead of a refund to your card.',
  )
})

test('s160 No keeps the booking', async () => {
  const { dialog, user, calls } = await ask({ [QUOTE]: quote() })

  await user.click(within(dialog).getByRole('button', { name: 'No, Keep Booking' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('s160 on a phone keeping the booking comes first and is the easy one', async () => {
  onPhone()
  const { dialog } = await ask({ [QUOTE]: quote() })
  await within(dialog).findByText('Refund to your card')

  const [, keep, cancel] = within(dialog).getAllByRole('button')
  expect([keep, cancel].map((button) => button?.textContent)).toEqual(['No, Keep Booking', 'Yes, Cancel Booking'])
  expect(slotRecipes.dialog.base?.footer).toMatchObject({ flexDirection: { base: 'column' } })
})

test('s161 a cancelled trip moves to its tab, and the page says what comes back', async () => {
  let record = booking()
  const { dialog, user, calls } = await ask({
    [LIST]: () => [record],
    [QUOTE]: quote(),
    [CANCEL]: () => {
      record = booking({ status: 'cancelled' })
      return { success: true, message: 'Done', refund: usd('813.50'), refundTo: 'card', credit: null }
    },
  })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await screen.findByRole('tab', { name: 'Cancelled 1' })).toBeInTheDocument()
  const outcome = await screen.findByText('New York to London is cancelled.')
  expect(outcome.parentElement).toHaveTextContent('$813.50 goes back to your card. Expect it by')
  expect(screen.getByText(/^Not refunded: \$525/)).toBeVisible()
  expect(notify).toHaveBeenCalledWith({
    type: 'success',
    title: 'Booking cancelled',
    description: 'Your booking has been successfully cancelled.',
  })
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ refund: usd('813.50') })
})

test.each([
  ['the server gives a reason', problem(503, 'PROVIDER_UNAVAILABLE', 'The airline is away.'), 'The airline is away.'],
  ['it gives none', new Response('', { status: 500 }), 'Something went wrong. Please try again.'],
])('s162 r019 a cancellation fails and %s', async (_, answer, words) => {
  const { dialog, user } = await ask({ [QUOTE]: quote(), [CANCEL]: answer })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(`Cancellation failed. ${words}`)
  expect(notify).toHaveBeenCalledWith({ type: 'error', title: 'Cancellation failed', description: words })
})

test('r037 what pays back less by now is shown again, and not cancelled unseen', async () => {
  let offered = quote()
  const { dialog, user } = await ask({
    [QUOTE]: () => offered,
    [CANCEL]: () => {
      offered = quote({ refund: usd('400.00') })
      return problem(409, 'REFUND_CHANGED', 'What cancelling pays back has just changed. Please look at it again.')
    },
  })

  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())
  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/^The refund has changed. .*has just changed/)
  expect(await within(dialog).findByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled()
  expect((await within(dialog).findAllByText(/\$400/)).length).toBeGreaterThan(0)
})

test('what the airline does not cancel here leaves a phone number and no button', async () => {
  const refused = problem(409, 'NOT_CANCELLABLE', "This booking can't be cancelled here. Please call us.")
  const { dialog, user } = await ask({ [QUOTE]: quote(), [CANCEL]: refused })
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeEnabled())

  await user.click(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' }))

  expect(await within(dialog).findByRole('alert')).toHaveTextContent("can't be cancelled here")
  expect(within(dialog).getByRole('link', { name: /\d/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  expect(within(dialog).queryByRole('button', { name: 'Yes, Cancel Booking' })).not.toBeInTheDocument()
})

test('r037 without a quote there is a phone number and no button', async () => {
  const { dialog } = await ask({ [QUOTE]: quote({ available: false, refund: null, fee: null }) })

  expect(await within(dialog).findByText(/cannot be cancelled online/)).toBeInTheDocument()
  expect(within(dialog).getByRole('link', { name: /\d/ })).toHaveAttribute('href', expect.stringMatching(/^tel:/))
  expect(within(dialog).queryByRole('button', { name: 'Yes, Cancel Booking' })).not.toBeInTheDocument()
})

test('a quote that cannot be read cancels nothing and can be asked for again', async () => {
  const { dialog, user, calls } = await ask({ [QUOTE]: away })
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('nothing has been cancelled')
  expect(within(dialog).getByRole('button', { name: 'Yes, Cancel Booking' })).toBeDisabled()
  const before = calls.length

  await user.click(within(dialog).getByRole('button', { name: 'Try Again' }))

  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

/** Opens the details of the first card, which answer with `record`. */
async function look(record: BookingRecord | Response | (() => BookingRecord)) {
  const { user } = open([booking()], { [ONE]: record })
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))
  return { user, dialog: await screen.findByRole('dialog', { name: 'Booking Details' }) }
}

test('s163 the details name reference, flights and passengers', async () => {
  const seats = [{ passenger_id: 'pas_1', segment_id: 'seg_1', designator: '15A' }]
  const { dialog } = await look(booking({ duffelBookingId: 'jtvmsn', data: { seats } }))

  expect(await within(dialog).findByText('JTVMSN')).toBeInTheDocument()
  expect(within(dialog).getByRole('heading', { name: 'Outbound' })).toBeInTheDocument()
  expect(within(dialog).getByRole('heading', { name: 'Return' })).toBeInTheDocument()
  expect(within(dialog).getByText('New York (JFK) to London (LHR)')).toBeInTheDocument()
  expect(within(dialog).getAllByText('19:30')[0]).toBeInTheDocument()
  expect(within(dialog).getAllByText('Non-stop')).toHaveLength(2)
  expect(within(dialog).getByText('Maya Okafor').closest('li')).toHaveTextContent(
    'Maya Okafor, Adult ticketE-ticket 1252106312810',
  )
  expect(within(dialog).getAllByRole('list', { name: 'Seats' })[0]).toHaveTextContent('BA 178: 15A Maya Okafor')
})

test('r037 the details of a cancelled trip begin with that and promise nothing of it', async () => {
  const cancellation = cancelled({ refundStatus: 'succeeded' })
  const { dialog } = await look(booking({ status: 'cancelled', cancellation }))

  const state = await within(dialog).findByText(/^This trip is cancelled/)
  expect(state.parentElement).toHaveTextContent(
    '$813.50 was refunded to your card. Expect it by Thu, Dec 10, 2026: banks take up to 14 business days.',
  )
  expect(within(dialog).getByText(/^Not refunded/)).toHaveTextContent(
    'Not refunded: $525. The airline charges $525 to cancel this fare.',
  )
  const flight = within(dialog).getByRole('heading', { name: 'Outbound' })
  expect(state.compareDocumentPosition(flight)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(flight.parentElement).toHaveTextContent('Cancelled, was ')
  expect(within(dialog).queryByRole('list', { name: 'Seats' })).toBeNull()
  expect(within(dialog).queryByRole('link', { name: 'Add to Calendar' })).toBeNull()
  expect(within(dialog).queryByRole('button', { name: 'Cancel Booking' })).toBeNull()
  expect(within(dialog).getByRole('link', { name: 'Itinerary (PDF)' })).toBeVisible()
})

test('details that are open show the code of a credit that comes later, and a reader hears of it', async () => {
  const credited = (code: string | null) =>
    booking({
      status: 'cancelled',
      cancellation: cancelled({
        refundTo: 'airline_credits',
        credits: [airlineCredit({ code })],
        awaitsCredits: code === null,
      }),
    })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let record = credited(null)
  const { dialog } = await look(() => record)
  expect(await within(dialog).findByText(/^Not issued yet/)).toBeVisible()

  record = credited('CREDIT4711')
  await act(() => vi.advanceTimersByTimeAsync(15_000))

  expect(await within(dialog).findByText('CREDIT4711')).toBeVisible()
  expect(within(dialog).getByText('The airline has issued the code of your credit.')).toHaveAttribute('role', 'status')
})

const left = () => booking({ data: { slices: [bookedSlice({ departure_time: '2026-01-05T19:30:00' })] } })
const notOnline = () => booking({ data: { conditions: { ...tripData().conditions, cancellation_options: [] } } })

test.each([
  ['has left', left(), 'This trip has started, so it can no longer be cancelled here.'],
  ['the airline lets nobody cancel online', notOnline(), 'This booking cannot be cancelled online.'],
])('s160 r037 a trip that %s says so in the place of Cancel', async (_, trip, words) => {
  open([trip])

  expect(within(await screen.findByRole('article')).getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
})

test('r037 the details of a trip that has left say that, and not that it was sold as not refundable', async () => {
  const { dialog } = await look(left())

  expect(
    await within(dialog).findByText(/^This trip has started, so it can no longer be cancelled here\./),
  ).toBeVisible()
  expect(dialog).not.toHaveTextContent(/Non-Refundable Ticket|You can cancel/)
  expect(within(dialog).queryByRole('button', { name: 'Cancel Booking' })).toBeNull()
})

test('s164 a booking with options can be cancelled from its details', async () => {
  const { dialog, user } = await look(booking())
  expect(await within(dialog).findByText('You can cancel this booking.')).toBeInTheDocument()

  await user.click(within(dialog).getByRole('button', { name: 'Cancel Booking' }))

  expect(await screen.findByRole('alertdialog', { name: 'Cancel New York to London?' })).toBeInTheDocument()
})

test('the details name the fare, its bags and what may be done with it, and repeat what it was sold as', async () => {
  const conditions = { ...tripData().conditions, refund_before_departure: refused }
  const { dialog } = await look(booking({ mode: 'test', data: { conditions } }))

  const fare = within(await within(dialog).findByRole('region', { name: 'Your fare' }))
  expect(fare.getByRole('heading', { name: 'Economy Standard' })).toBeVisible()
  expect(fare.getAllByRole('listitem').map((term) => term.textContent)).toEqual([
    '1 cabin bag each',
    '1 checked bag each',
    'Not refundable',
    'Changeable, the airline may charge a fee',
  ])
  expect(within(dialog).getByText('You can cancel this booking.').parentElement).toHaveTextContent(
    'this fare is non-refundable',
  )
  expect(within(dialog).getByText('This is a test booking.')).toBeVisible()
})

test('s164 without options it is a Non-Refundable Ticket', async () => {
  const conditions = { ...tripData().conditions, cancellation_options: [] }
  const { dialog } = await look(booking({ data: { conditions } }))

  expect(await within(dialog).findByText(/Non-Refundable Ticket/)).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Cancel Booking' })).not.toBeInTheDocument()
})

test('r030 a booking that failed says why', async () => {
  const failure = { code: 'BOOKING_FAILED', message: 'The airline refused it. Nothing was charged.' }
  const { dialog } = await look(booking({ status: 'failed', failure }))

  expect(await within(dialog).findByText('The airline refused it. Nothing was charged.')).toBeInTheDocument()
})

test('r030 a booking that failed says why while its money is on its way back', async () => {
  const failure = { code: 'BOOKING_FAILED', message: 'The airline refused it.' }
  const { dialog } = await look(booking({ status: 'pending', failure }))

  expect(
    await within(dialog).findByText(/^The airline refused it\. Any hold or charge .* being returned/),
  ).toBeInTheDocument()
})

test('s165 details that cannot be read say so', async () => {
  const { dialog } = await look(away)

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Unable to load booking details')
})

test('s159 one way for one', async () => {
  open([booking({ data: { slices: [bookedSlice()], total_amount: '486.00', total_currency: 'EUR' } })])

  const card = await screen.findByRole('article')

  expect(within(card).getByText('One Way')).toBeInTheDocument()
  expect(within(card).getByText('€486')).toBeInTheDocument()
})

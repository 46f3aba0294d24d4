import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Segment, User } from '@/lib/api/types'
import { rememberBooking } from '@/lib/booked-offers'
import { keepPacked, packedBags } from '@/lib/chosen-bags'
import { noteSent } from '@/lib/sent-orders'
import { booking, bookingFailure, traveller } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { deferred } from '@/testing/deferred'
import { carrier, offer, place, segment, slice, sliceWithStop } from '@/testing/offers'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { FlightPage } from './flight-page'

const SEARCH = 'from_origin=JFK&from_destination=LHR&from_departureDate=2027-03-05&from_adults=2&from_children=1'
let pathname = '/flight/off_1'
const replace = vi.fn()
vi.mock('next/navigation', () => ({
  useSearchParams: () => new URLSearchParams(SEARCH),
  usePathname: () => pathname,
  useRouter: () => ({ push: replace, replace }),
}))

const OFFER = 'GET /api/flights/offer/off_1'
const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000).toISOString()
const backToLondon = slice({ id: 'sli_2', origin: place('LHR'), destination: place('JFK') })

beforeEach(() => {
  pathname = '/flight/off_1'
  window.history.replaceState(null, '', pathname)
  window.scrollTo = vi.fn()
})

test('s091 without an id the page leads to the search', () => {
  pathname = '/flight/_'
  setup(<FlightPage />)

  expect(replace).toHaveBeenCalledWith('/search')
})

test('s094 s096 the offer stands with its directions and its price', async () => {
  serve({ [OFFER]: offer({ slices: [slice(), backToLondon], expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect(await screen.findByRole('heading', { name: 'Outbound Flight' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Return Flight' })).toBeVisible()
  const price = within(screen.getByRole('region', { name: 'Price summary' }))
  expect(price.getByText('Base fare').parentElement).toHaveTextContent('$1,040')
  expect(price.getByText('Total').parentElement).toHaveTextContent('$1,284')
  expect(price.getByText('Price is for all passengers')).toBeVisible()
})

test('only a guest is told that no account is needed, and that their booking comes with one', async () => {
  setCookie('fareway_user=1')
  onTestFinished(() => setCookie('fareway_user=; max-age=0'))
  const answer = deferred<User>()
  serve({ [OFFER]: offer({ expires_at: inHalfAnHour() }), 'GET /api/auth/user': (() => answer.promise) as never })
  setup(<FlightPage />)
  expect(await screen.findByText(/^You don’t need an account: your booking comes with one\./)).toBeVisible()

  answer.resolve(traveller)

  await waitFor(() => expect(screen.queryByText(/^You don’t need an account/)).toBeNull())
})

test('watch01 what is watched is given the price of the flight', async () => {
  const sold = offer({ expires_at: inHalfAnHour() })
  serve({ [OFFER]: sold })
  setup(<FlightPage Watch={({ flight }) => <p>flight: {flight.amount}</p>} />)

  expect(await screen.findByText(`flight: ${sold.price.amount}`)).toBeVisible()
})

test('s098 booking carries the counts of the search on', async () => {
  serve({ [OFFER]: offer({ expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  const [book] = await screen.findAllByRole('link', { name: 'Book This Flight' })

  expect(book?.getAttribute('href')).toMatch(/^\/booking\?offer=off_1&adults=2&children=1&infants=0&/)
})

test('r022 a stop shows its wait, and who flies each flight', async () => {
  const shared = segment({ operating_carrier: carrier('AA', 'American Airlines') })
  serve({
    [OFFER]: offer({
      slices: [sliceWithStop(), slice({ id: 'sli_2', segments: [shared] })],
      expires_at: inHalfAnHour(),
    }),
  })
  setup(<FlightPage />)

  expect(await screen.findByText('Layover 1h 55m in Dublin.')).toBeVisible()
  expect(screen.getByText(/operated by American Airlines/)).toBeVisible()
})

test('a trip that comes back to another airport says so', async () => {
  const back = segment({ origin: place('LHR'), destination: place('EWR') })
  const slices = [slice(), slice({ id: 'sli_2', segments: [back] })]
  serve({ [OFFER]: offer({ slices, expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect(await screen.findByText('Returns to EWR, not JFK')).toBeVisible()
})

test('an arrival on another day says so', async () => {
  serve({ [OFFER]: offer({ expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect(await screen.findByText(/arrives Sat, Mar 6/)).toBeVisible()
  expect(screen.getByText('Sat, Mar 6')).toBeVisible()
  expect(screen.getByText('+1 day')).toBeVisible()
})

test('the end of a way shows its day where that is another than the first, though it flew all its last day', async () => {
  serve({ [OFFER]: offer({ slices: [sliceWithStop()], expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  const landing = (await screen.findAllByRole('listitem')).findLast((item) => item.textContent?.includes('08:20'))

  expect(landing).toHaveTextContent('08:20Sat, Mar 6+1 dayLondon LHR')
})

test('an arrival says how far its clocks are from home', async () => {
  serve({ [OFFER]: offer({ slices: [slice(), backToLondon], expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect((await screen.findAllByText('Local time, 5h ahead of New York'))[0]).toBeVisible()
})

test.each([
  ['a change of terminal', { origin_terminal: '2' }, 'Change from Terminal 1 to Terminal 2.'],
  ['a change of airport', { origin: place('JFK') }, 'Change airports: DUB to JFK.'],
  ['a short wait', { departing_at: '2027-03-06T05:50:00' }, 'Short connection.'],
  ['a night', { departing_at: '2027-03-07T06:55:00' }, 'Overnight.'],
])('a layover warns of %s', async (_, next, words) => {
  const way = sliceWithStop()
  const [first, second] = way.segments as [Segment, Segment]
  const segments = [
    { ...first, destination_terminal: '1' },
    { ...second, ...next },
  ]
  serve({ [OFFER]: offer({ slices: [{ ...way, segments }], expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect(await screen.findByText(new RegExp(words))).toBeVisible()
})

test.each([
  [true, 'You’ll need passport details to book'],
  [false, 'No passport details needed to book'],
])('the fare rules say whether a passport is needed (%s), and lead to our fees', async (isNeeded, words) => {
  serve({ [OFFER]: offer({ passenger_identity_documents_required: isNeeded, expires_at: inHalfAnHour() }) })
  const { user } = setup(<FlightPage />)

  await user.click(await screen.findByRole('tab', { name: 'Fare Rules' }))

  const rules = within(screen.getByRole('tabpanel'))
  expect(rules.getByText(words)).toBeVisible()
  expect(rules.getByText(/See our/)).toHaveTextContent('See our change and cancellation fees and service fees.')
})

test('the head says in words what the map shows', async () => {
  serve({ [OFFER]: offer({ slices: [sliceWithStop(), backToLondon], expires_at: inHalfAnHour() }) })
  setup(<FlightPage />)

  expect((await screen.findByText('Outbound')).parentElement).toHaveTextContent('Outbound8h 50mvia Dublin')
  expect(screen.getByText('Return').parentElement).toHaveTextContent('Return6h 55mnonstop')
})

test('an offer that has ended cannot be booked', async () => {
  serve({ [OFFER]: offer({ expires_at: '2020-01-01T00:00:00Z' }) })
  setup(<FlightPage />)

  expect((await screen.findAllByRole('button', { name: 'Offer Expired' }))[0]).toBeDisabled()
  expect(screen.queryByRole('link', { name: 'Book This Flight' })).toBeNull()
})

test('s099 a failed load says why, with the way to try again', async () => {
  const calls = serve({ [OFFER]: problem(503, 'PROVIDER_UNAVAILABLE', 'x') })
  const { user } = setup(<FlightPage />)

  expect(await screen.findByRole('heading', { name: 'Error Loading Flight Details' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('We can’t reach the airline right now.')
  expect(screen.getByRole('alert')).toHaveTextContent('req_7')
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(calls.length).toBeGreaterThan(before)
})

test('s099 an offer that could not be read for a moment comes by itself, and until then nothing moves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const away = (request_id: string) => problem(503, 'PROVIDER_UNAVAILABLE', 'x', { request_id })
  const answers = [away('req_7'), away('req_8')]
  const later = deferred<Response>()
  const calls = serve({ [OFFER]: () => answers.shift() ?? later.promise })
  setup(<FlightPage />)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  const alert = screen.getByRole('alert')
  const said = alert.textContent
  again.focus()

  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls.filter(({ path }) => OFFER.endsWith(path))).toHaveLength(3)
  expect(again).toHaveFocus()
  expect(again).toHaveTextContent('Try Again')
  expect(alert.textContent).toBe(said)

  await act(async () => later.resolve(Response.json(offer({ expires_at: inHalfAnHour() }))))
  expect(await screen.findByRole('heading', { name: 'Outbound Flight' })).toBeVisible()
  expect(again).not.toBeInTheDocument()
})

test('r009 Try Again keeps the focus while the offer is asked for anew, and after another failure', async () => {
  const away = problem(503, 'PROVIDER_UNAVAILABLE', 'x')
  const later = deferred<Response>()
  let answer: Response | Promise<Response> = away
  serve({ [OFFER]: () => answer })
  const { user } = setup(<FlightPage />)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  answer = later.promise
  again.focus()

  await user.keyboard('{Enter}')
  await waitFor(() => expect(again).toHaveTextContent('Trying…'))
  expect(again).toBeEnabled()
  expect(again).toHaveFocus()

  later.resolve(away)
  await waitFor(() => expect(again).toHaveTextContent('Try Again'))
  expect(again).toHaveFocus()
})

test.each([
  ['is gone', problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.'), 'has expired'],
  ['asks for other documents', problem(422, 'DOCUMENTS_UNSUPPORTED', 'x'), 'takes no passports'],
])('s099 an offer that %s cannot be tried again, and the page says why', async (_, answer, words) => {
  serve({ [OFFER]: answer })
  setup(<FlightPage />)

  await screen.findByRole('heading', { name: 'Error Loading Flight Details' })

  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('s099 an unknown offer says so in words, without a support reference', async () => {
  serve({ [OFFER]: problem(404, 'OFFER_NOT_FOUND', 'x') })
  setup(<FlightPage />)

  await screen.findByRole('heading', { name: 'Error Loading Flight Details' })

  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t find that flight. Please search again.')
  expect(screen.getByRole('alert')).not.toHaveTextContent('req_7')
})

test('an offer that is gone because this browser has booked it leads to the booking, and to no other offer', async () => {
  rememberBooking('off_1', 'bk_1')
  serve({ [OFFER]: gone, 'GET /api/bookings/bk_1': booking() })
  setup(<FlightPage />)

  expect(await screen.findByRole('heading', { name: 'You have booked this flight' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your booking' }).getAttribute('href')).toMatch(
    /^\/booking\?offer=off_1&/,
  )
  expect(screen.queryByText(/has expired|Continue for/)).toBeNull()
})

test('an offer that this browser has booked and that can still be read says so above it', async () => {
  rememberBooking('off_1', 'bk_1')
  serve({ [OFFER]: offer({ expires_at: inHalfAnHour() }), 'GET /api/bookings/bk_1': booking() })
  setup(<FlightPage />)

  expect(await screen.findByText('You have booked this offer.')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Price summary' })).toBeVisible()
})

test.each([
  ['stands', offer({ expires_at: inHalfAnHour() })],
  ['is gone', problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.')],
])('the same journey booked by another offer is said above one that %s', async (_, answer) => {
  rememberBooking('off_7', 'bk_7', { search: SEARCH })
  serve({ [OFFER]: answer, 'GET /api/bookings/bk_7': booking({ id: 'bk_7' }) })
  setup(<FlightPage />)

  expect(await screen.findByText(/^You booked JTVMSN for these dates/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your booking' }).getAttribute('href')).toMatch(
    /^\/booking\?offer=off_7&/,
  )
})

const next = offer({ id: 'off_2', expires_at: inHalfAnHour(), price: { amount: '1322' } })
const replacement = { offer_id: next.id, price: next.price }
const gone = problem(410, 'OFFER_EXPIRED', 'This flight offer has expired.', { replacement })
const packedFor = (offerId: string) => ({ offerId, bags: ['a bag'] })

test('r038 bag08 an offer that ends under the traveller names its replacement in numbers, one click away, with its bags', async () => {
  keepPacked(packedFor('off_1'))
  serve({
    [OFFER]: offer({ expires_at: new Date(Date.now() + 1_000).toISOString() }),
    'GET /api/flights/verify-offer/off_1': gone,
    'GET /api/flights/offer/off_2': next,
  })
  const { user } = setup(<FlightPage />)
  const change = vi.spyOn(window.history, 'replaceState')

  const notice = await screen.findByText(/The same flights on the same fare/)
  expect(notice).toHaveTextContent('$1,322, $38 more than before')
  expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Continue for $1,322' })[0] as HTMLElement)

  await vi.waitFor(() => expect(change).toHaveBeenCalledWith(null, '', expect.stringContaining('/flight/off_2')))
  expect(packedBags()).toEqual(packedFor('off_2'))
})

test('r038 bag08 the page of an offer that is gone leads to its replacement, with the bags chosen before', async () => {
  keepPacked(packedFor('off_1'))
  serve({ [OFFER]: gone, 'GET /api/flights/offer/off_2': next })
  const { user } = setup(<FlightPage />)
  const change = vi.spyOn(window.history, 'replaceState')

  expect(await screen.findByRole('alert')).toHaveTextContent('still available for $1,322.')
  await user.click(screen.getByRole('button', { name: 'Continue for $1,322' }))

  await vi.waitFor(() => expect(change).toHaveBeenCalledWith(null, '', expect.stringContaining('/flight/off_2')))
  expect(packedBags()).toEqual(packedFor('off_2'))
})

const sentOrder = () => noteSent({ offerId: 'off_1', key: 'key_1', paymentId: 'pay_1', sentAt: Date.now() })
const replacedBy = problem(410, 'OFFER_EXPIRED', 'Gone', { replacement: { offer_id: 'off_2', price: offer().price } })

test.each<[string, () => void, object]>([
  ['was sent and not answered', sentOrder, {}],
  [
    'has no end yet',
    () => rememberBooking('off_1', 'bk_1'),
    { 'GET /api/bookings/bk_1': booking({ status: 'pending', duffelBookingId: '' }) },
  ],
])('r006 flights whose booking %s are not offered again', async (_, remember, answers) => {
  remember()
  serve({ [OFFER]: replacedBy, ...answers })
  setup(<FlightPage />)

  expect(await screen.findByRole('heading', { name: 'You’ve already sent a booking for this flight' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute(
    'href',
    expect.stringContaining('/booking?offer=off_1'),
  )
  expect(screen.queryByRole('button', { name: /^Continue for/ })).toBeNull()
})

test('r030 flights whose booking failed are offered again while its money is on its way back', async () => {
  rememberBooking('off_1', 'bk_1')
  const failure = bookingFailure('OFFER_EXPIRED', { money: null })
  serve({ [OFFER]: replacedBy, 'GET /api/bookings/bk_1': booking({ status: 'pending', failure }) })
  setup(<FlightPage />)

  expect(await screen.findByRole('button', { name: /^Continue for/ })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/do not book again|You have booked/)
})

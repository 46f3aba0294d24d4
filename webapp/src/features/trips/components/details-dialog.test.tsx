import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  airlineCredit,
  bookedBag,
  bookedSlice,
  booking,
  cancelled,
  nonRefundable,
  quote,
  tripData,
  withInfant,
} from '@/testing/bookings'
import { FakeSource } from '@/testing/event-source'
import { away, failing, LIST, look, ONE, open, pressTwice, QUOTE } from '@/testing/trips-walk'

test('s165 Try Again of the details is one button before, while and after it asks', async () => {
  const { answer, fail } = failing()
  const { user } = open([booking()], { [ONE]: answer })
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))

  await pressTwice(user, fail)
})

test('s165 details that could not be read for a moment come by themselves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = [away]
  const { user } = open([booking()], { [ONE]: () => answers.shift() ?? booking() })
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Booking Details' })
  await within(dialog).findByRole('button', { name: 'Try Again' })

  await act(() => vi.advanceTimersByTimeAsync(10_000))

  expect(await within(dialog).findByText('JTVMSN')).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('s163 the details name reference, flights and passengers', async () => {
  const seats = [{ passenger_id: 'pas_1', segment_id: 'seg_1', designator: '15A' }]
  const { dialog } = await look(booking({ duffelBookingId: 'jtvmsn', data: { seats } }))

  expect(await within(dialog).findByText('JTVMSN')).toBeInTheDocument()
  expect(within(dialog).getByRole('heading', { name: 'Outbound' })).toBeInTheDocument()
  expect(within(dialog).getByRole('heading', { name: 'Return' })).toBeInTheDocument()
  expect(within(dialog).getByText('New York (JFK) to London (LHR)')).toBeInTheDocument()
  expect(within(dialog).getAllByText('19:30')[0]).toBeInTheDocument()
  expect(within(dialog).getAllByText('Nonstop')).toHaveLength(2)
  expect(within(dialog).getByText('Maya Okafor').closest('li')).toHaveTextContent(
    'Maya Okafor, Adult ticketE-ticket 1252106312810',
  )
  expect(within(dialog).getAllByRole('list', { name: 'Seats' })[0]).toHaveTextContent('BA 178: Maya Okafor, seat 15A')
})

const packed = { slices: [bookedSlice()], bags: [bookedBag()] }

test('bag05 the details have each extra bag in a line with its price', async () => {
  const { dialog } = await look(booking({ data: packed }))

  expect(await within(dialog).findByRole('list', { name: 'Extra bags' })).toHaveTextContent(
    'Maya Okafor: 1 checked bag, 23 kg, outbound flight, $75',
  )
})

test('bag01 beside extra bags the details name those of the fare as such', async () => {
  const { dialog } = await look(booking({ data: packed }))
  const fare = within(await within(dialog).findByRole('region', { name: 'Your fare' }))

  expect(fare.getByText('Fare includes: 1 cabin bag and 1 checked bag each')).toBeVisible()
})

test.each([
  ['says on whose, and whom the bags are for', 'confirmed' as const, 1],
  ['does not, once it is cancelled', 'cancelled' as const, 0],
])('a trip with an infant on a lap %s', async (_, status, count) => {
  const { dialog } = await look(booking({ status, data: { passengers: withInfant() } }))
  const fare = within(await within(dialog).findByRole('region', { name: 'Your fare' }))

  expect(fare.queryAllByText(/^Bags are for travelers with their own seat\./)).toHaveLength(count)
  const leo = within(dialog).getByText('Leo Okafor').closest('li')
  const laps = within(dialog).queryAllByText('On Maya’s lap')
  expect(laps.map((lap) => lap.closest('li'))).toEqual(count ? [leo] : [])
})

test('bag05 the details of a cancelled trip have no bags', async () => {
  const { dialog } = await look(booking({ status: 'cancelled', cancellation: cancelled(), data: packed }))

  expect(await within(dialog).findByText(/^This trip is cancelled/)).toBeVisible()
  expect(within(dialog).queryByText('Extra bags')).toBeNull()
})

test('see01 see05 the details say what each traveler emits, and whose figure that is', async () => {
  const { dialog, user } = await look(booking({ data: { emissions_kg_per_traveller: 474 } }))
  const figure = await within(dialog).findByText('474 kg CO2 each')

  await user.click(figure)

  expect(within(dialog).getByText(/^The airline’s estimate of CO2 for each traveler with a seat/)).toBeVisible()
})

test('r037 the details of a cancelled trip begin with that and promise nothing of it', async () => {
  const cancellation = cancelled({ refundStatus: 'succeeded' })
  const { dialog } = await look(booking({ status: 'cancelled', cancellation }))

  const state = await within(dialog).findByText(/^This trip is cancelled/)
  expect(state.parentElement).toHaveTextContent(
    '$813.50 was refunded to your card. Expect it by Thu, Dec 10, 2026: banks take up to 14 business days.',
  )
  expect(within(dialog).getByText(/^Not refunded/)).toHaveTextContent(
    'Not refunded: $525 (the airline keeps $398.40, our booking fee $126.60). The airline charges $525 to cancel this fare.',
  )
  const flight = within(dialog).getByRole('heading', { name: 'Outbound' })
  expect(state.compareDocumentPosition(flight)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(flight.parentElement).toHaveTextContent('Cancelled, was ')
  expect(within(dialog).queryByRole('list', { name: 'Seats' })).toBeNull()
  expect(within(dialog).queryByRole('link', { name: 'Add to calendar' })).toBeNull()
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

test('r010 details and the question that are open show that the trip was cancelled elsewhere, and offer it no more', async () => {
  FakeSource.install()
  let record = booking()
  const { user } = open([], { [LIST]: () => [record], [ONE]: () => record, [QUOTE]: quote() })
  await waitFor(() => expect(FakeSource.opened).toHaveLength(1))
  const cancelElsewhere = (isCancelled: boolean) => {
    record = isCancelled ? booking({ status: 'cancelled', cancellation: cancelled() }) : booking()
    FakeSource.opened[0]?.tell('booking', { id: 'bk_1', version: 2, status: record.status })
  }
  await user.click(await screen.findByRole('button', { name: /^View Details/ }))
  const details = await screen.findByRole('dialog', { name: 'Booking Details' })
  expect(await within(details).findByRole('button', { name: 'Cancel Booking' })).toBeVisible()

  cancelElsewhere(true)
  const news = await within(details).findByText(/^This trip is cancelled/)
  await waitFor(() => expect(news.closest('[role=status]')).toHaveFocus())
  expect(within(details).queryByRole('button', { name: 'Cancel Booking' })).toBeNull()

  cancelElsewhere(false)
  await user.click(await within(details).findByRole('button', { name: 'Cancel Booking' }))
  const question = await screen.findByRole('alertdialog', { name: 'Cancel New York to London?' })
  cancelElsewhere(true)
  expect(await within(question).findByText(/^This trip is cancelled/)).toBeVisible()
  expect(question).toHaveAccessibleName('Cancelled: New York to London')
  expect(within(question).queryByRole('button', { name: 'Yes, Cancel Booking' })).toBeNull()
  vi.unstubAllGlobals()
})

test('s164 a booking with options can be cancelled from its details', async () => {
  const { dialog, user } = await look(booking())
  expect(await within(dialog).findByText('You can cancel this booking.')).toBeInTheDocument()

  await user.click(within(dialog).getByRole('button', { name: 'Cancel Booking' }))

  expect(await screen.findByRole('alertdialog', { name: 'Cancel New York to London?' })).toBeInTheDocument()
})

test('the details name the fare, its bags and what may be done with it, and repeat what it was sold as', async () => {
  const conditions = { ...tripData().conditions, refund_before_departure: nonRefundable }
  const { dialog } = await look(booking({ mode: 'test', data: { conditions } }))

  const fare = within(await within(dialog).findByRole('region', { name: 'Your fare' }))
  expect(fare.getByRole('heading', { name: 'Economy Standard' })).toBeVisible()
  expect(fare.getAllByRole('listitem').map((term) => term.textContent)).toEqual([
    '1 cabin bag and 1 checked bag included each',
    'Non-refundable; the airline may give credit',
    'Changeable, the airline may charge a fee',
  ])
  expect(within(dialog).getByText('You can cancel this booking.').parentElement).toHaveTextContent(
    'Fees may apply. Non-refundable; the airline may give credit.',
  )
  expect(within(dialog).getByText('This is a test booking.')).toBeVisible()
})

test('s164 without options it is a Non-Refundable Ticket', async () => {
  const conditions = { ...tripData().conditions, cancellation_options: [] }
  const { dialog } = await look(booking({ data: { conditions } }))

  expect(await within(dialog).findByText(/Non-Refundable Ticket/)).toBeInTheDocument()
  expect(within(dialog).queryByRole('button', { name: 'Cancel Booking' })).not.toBeInTheDocument()
})

test('s165 details that cannot be read say so', async () => {
  const { dialog } = await look(away)

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Unable to load booking details')
})

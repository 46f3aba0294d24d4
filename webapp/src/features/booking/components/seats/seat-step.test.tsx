import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  card,
  domestic,
  enter,
  fillPassenger,
  notify,
  OFFER,
  open,
  openAtSeats,
  pay,
  press,
  SEATS,
} from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'
import { onPhone } from '@/testing/media'
import { offer } from '@/testing/offers'
import { cabin, seatElement } from '@/testing/seats'
import { problem } from '@/testing/server'

const requiredSeats = () => within(screen.getByRole('group', { name: 'Seat Selection Required' }))

afterEach(() => vi.restoreAllMocks())

test('s103 s128 going on needs a seat for everybody', async () => {
  const page = await openAtSeats()
  await screen.findByText('Front of the aircraft')
  await press(page, 'Continue to Payment')

  const summary = screen.getByRole('group', { name: 'Seat Selection Required' })
  expect(summary).toHaveTextContent('Please select seats for all passengers')
  expect(notify).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { name: 'Choose seats' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Pay by card' })).toBeNull()
})

test('s104 s128 who is told to choose seats may skip them in the same place', async () => {
  const page = await openAtSeats()
  await screen.findByText('Front of the aircraft')
  await press(page, 'Continue to Payment')
  await page.user.click(requiredSeats().getByRole('button', { name: 'Skip Seat Selection' }))

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
})

test('s128 r032 who has no seat is named, and is the next to choose', async () => {
  const pair = offer({
    ...domestic,
    passengers: [
      { id: 'pas_1', type: 'adult', age: null },
      { id: 'pas_2', type: 'adult', age: null },
    ],
  })
  const page = open({ [OFFER]: pair })
  await fillPassenger(page)
  const daniel = card(2)
  await enter(page, daniel.getByLabelText('First name'), 'Daniel')
  await enter(page, daniel.getByLabelText('Last name'), 'Okafor')
  await enter(page, daniel.getByLabelText('Date of birth'), '1986-11-02')
  await page.user.selectOptions(daniel.getByLabelText('Sex (as on passport)'), 'male')
  await press(page, 'Continue to seats')
  await page.user.click(await screen.findByRole('gridcell', { name: /^Row 15, seat A/ }))
  const news = screen.getByText('Now choosing for Daniel Okafor.')
  expect(news).toHaveAttribute('role', 'status')
  // Each needs a seat: nothing is assigned beside what is required.
  expect(screen.getByText(/^1 of 2 seats chosen\. Still to choose: Daniel Okafor\./)).toBeVisible()
  expect(screen.queryByText(/the airline assigns/i)).toBeNull()
  await page.user.click(screen.getByRole('gridcell', { name: /^Row 15, seat A/ }))
  expect(news).toHaveTextContent('Now choosing for Maya Okafor.')
  expect(screen.getByRole('radio', { name: /Maya/ })).toBeChecked()
  await press(page, 'Continue to Payment')

  expect(
    requiredSeats()
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Please select seats for all passengers',
    'Daniel Okafor has no seat yet. Every passenger needs one, unless you skip seats.',
  ])
  expect(screen.getByRole('radio', { name: /Daniel/ })).toBeChecked()
  await page.user.click(screen.getByRole('radio', { name: /Maya/ }))
  await page.user.click(requiredSeats().getByRole('link', { name: /^Daniel Okafor/ }))
  expect(screen.getByRole('radio', { name: /Daniel/ })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Daniel/ })).toHaveFocus()
})

test('s127 s130 a chosen seat is in the total, in the payment and in the booking', async () => {
  const page = await openAtSeats()
  await page.user.click(await screen.findByRole('gridcell', { name: /^Row 15, seat A, .*, \$18.50$/ }))
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat Selected' })))
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

/** As a reload leaves it: the seat's place, and no price. */
const keepSeat = () =>
  sessionStorage.setItem(
    'chosenSeats',
    JSON.stringify({ offerId: 'off_1', seats: [{ segmentId: 'seg_1', passengerId: 'pas_1', designator: '15A' }] }),
  )

test('r017 after a reload the chosen seat is in the total again, at the price that the airline asks now', async () => {
  keepSeat()
  open({ [SEATS]: [cabin(['15A|B'], (designator) => seatElement(designator, '21.00'))] })

  expect((await screen.findAllByText('$1,305'))[0]).toBeVisible()
  expect(screen.getByText('Seats, 1 chosen')).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
})

test('r017 a chosen seat that somebody else has taken meanwhile is named', async () => {
  keepSeat()
  open({ [SEATS]: [cabin(['15A|B'], (designator) => seatElement(designator, designator === '15A' ? null : '21.00'))] })

  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Seat 15A is no longer free' })),
  )
  expect(screen.queryByText('Seats, 1 chosen')).toBeNull()
})

test('s104 r032 chosen seats are given back only once the traveler says so', async () => {
  const page = await openAtSeats()
  await page.user.click(await screen.findByRole('gridcell', { name: /^Row 15, seat A, .*, \$18.50$/ }))
  await press(page, 'Skip Seat Selection')

  const question = await screen.findByRole('alertdialog', { name: 'Continue without your seat?' })
  expect(question).toHaveTextContent('You have chosen 15A for Maya Okafor.')
  expect(question).toHaveTextContent('your total is $18.50 less')
  await page.user.click(within(question).getByRole('button', { name: 'Keep the seat' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getAllByText('$1,302.50')[0]).toBeVisible()

  await press(page, 'Skip Seat Selection')
  await page.user.click(await screen.findByRole('button', { name: 'Continue without seats' }))
  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Pay $1,284' })[0]).toBeVisible()
})

test('s104 on a phone the seats may be skipped before the map', async () => {
  const page = await openAtSeats()
  const skip = await screen.findByRole('button', { name: 'Skip seats' })
  expect(skip.compareDocumentPosition(await screen.findByRole('grid'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await page.user.click(skip)

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
})

test('s104 without a seat map the flow goes on to the payment', async () => {
  const page = open({ [SEATS]: [] })
  await fillPassenger(page)
  await press(page, 'Continue to seats')

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
  expect(screen.getByText('Seat Selection Unavailable.')).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
})

test('s104 one seat map that could not be read skips nothing: the step waits, and shows the next one', async () => {
  const later = deferred()
  const answers = [problem(503, 'PROVIDER_UNAVAILABLE', 'Away.')]
  const page = await openAtSeats({ [SEATS]: () => answers.shift() ?? later.promise })
  const maps = () => page.calls.filter(({ path }) => SEATS.endsWith(path))
  await waitFor(() => expect(maps()).toHaveLength(2))
  expect(screen.getByRole('heading', { name: 'Choose seats' })).toBeVisible()
  expect(screen.queryByRole('grid')).toBeNull()

  await act(async () => later.resolve([cabin(['15A|B'])]))

  expect(await screen.findByRole('grid')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Pay by card' })).toBeNull()
})

test('s104 seat maps that nobody answers for are left out after three tries', async () => {
  const page = open({ [SEATS]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away.') })
  await fillPassenger(page)
  await press(page, 'Continue to seats')

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
  expect(page.calls.filter(({ path }) => SEATS.endsWith(path))).toHaveLength(3)
})

test('s104 a press on Skip counts although the seat map comes before it ends', async () => {
  let arrive = (_: object) => {}
  await openAtSeats({ [SEATS]: () => new Promise<object>((resolve) => (arrive = resolve)) })
  // In the page, and in the bar of phones, where it needs no scrolling.
  const ways = await screen.findAllByRole('button', { name: 'Skip Seat Selection' })
  expect(ways).toHaveLength(2)
  const [skip] = ways as [HTMLElement]
  fireEvent.pointerDown(skip)
  await act(async () => arrive([cabin(['15A|B'])]))
  fireEvent.pointerUp(skip)
  fireEvent.click(skip)

  expect(await screen.findByRole('heading', { name: 'Pay by card' })).toBeVisible()
})

test('s129 what was said of a missing seat map is gone once there is one', async () => {
  let answer: object = problem(503, 'PROVIDER_UNAVAILABLE', 'Away.')
  const page = open({ [SEATS]: () => answer })
  await fillPassenger(page)
  await press(page, 'Continue to seats')
  expect(await screen.findByText('Seat Selection Unavailable.')).toBeVisible()

  answer = [cabin(['15A|B'])]
  await press(page, 'Back to Seat Selection')
  await screen.findByRole('grid')
  await press(page, 'Skip Seat Selection')

  await screen.findByRole('heading', { name: 'Pay by card' })
  expect(screen.queryByText('Seat Selection Unavailable.')).toBeNull()
})

const cells = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))

test('s126 a seat is heard with its price, the keyboard moves over the rows and chooses, Escape leaves', async () => {
  const page = await openAtSeats()
  await screen.findByRole('grid')
  const panel = screen.getByRole('tabpanel', { name: 'JFK to LAX' })
  expect(screen.getByRole('tab', { selected: true })).toHaveAttribute('aria-controls', panel.id)
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
  expect(screen.queryByText(/^15B · no charge/)).toBeNull()
  await page.user.keyboard('{Escape}')
  expect(screen.getByRole('radio', { name: /Maya Okafor/ })).toHaveFocus()
})

test('s126 the list has the same seats, in the order asked for, and the sum follows', async () => {
  const page = await openAtSeats()
  await screen.findByRole('grid')
  await page.user.click(screen.getByRole('radio', { name: 'List' }))
  const seats = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(seats()).toEqual(['15A', '15B'])
  await page.user.click(screen.getByRole('button', { name: 'Skip the list of seats' }))
  expect(screen.getByText('End of the list of seats')).toHaveFocus()
  const list = screen.getByRole('table')
  expect(list.compareDocumentPosition(document.activeElement as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)

  await page.user.click(screen.getByRole('radio', { name: 'Price' }))
  expect(seats()).toEqual(['15B', '15A'])
  await page.user.click(screen.getByRole('button', { name: /^Choose: Row 15, seat A/ }))
  expect(screen.getAllByText('$1,302.50')[0]).toBeVisible()
  await page.user.click(screen.getByRole('button', { name: /^Remove: Row 15, seat A/ }))
  expect(screen.getByText('Seat 15A removed, $18.50 less.')).toHaveAttribute('role', 'status')
})

test('s126 who has an infant on the lap may not choose an exit row, and is told why beforehand', async () => {
  const family = offer({
    ...domestic,
    passengers: [
      { id: 'pas_1', type: 'adult', age: null },
      { id: 'pas_2', type: 'infant_without_seat', age: 1 },
    ],
  })
  const exit = cabin(['15A|B'], (designator) =>
    seatElement(designator, '18.50', { disclosures: ['Exit row: not for children'] }),
  )
  const page = open({ [OFFER]: family, [SEATS]: [exit] })
  await fillPassenger(page)
  const ben = card(2)
  await enter(page, ben.getByLabelText('First name'), 'Ben')
  await enter(page, ben.getByLabelText('Last name'), 'Okafor')
  await enter(page, ben.getByLabelText('Date of birth'), '2026-03-01')
  await page.user.selectOptions(ben.getByLabelText('Sex (as on passport)'), 'male')
  await press(page, 'Continue to seats')

  expect(await screen.findByText(/^Exit rows are for travelers who are 16 or older/)).toBeVisible()
  const [seat] = screen.getAllByRole('gridcell') as [HTMLElement]
  expect(seat).toHaveAttribute('aria-disabled', 'true')
  expect(seat).toHaveAccessibleName(/exit row, not with an infant on the lap$/)
  expect(seat.title).toMatch(/exit row, not with an infant on the lap$/)
  await page.user.click(seat)
  expect(screen.getByText('No seat yet')).toBeVisible()

  act(() => seat.focus())
  expect(fireEvent.keyDown(seat, { key: ' ' }), 'the page would scroll').toBe(false)
  expect(screen.getByText('Seat 15A can’t be chosen: exit row, not with an infant on the lap.')).toHaveAttribute(
    'role',
    'status',
  )
})

test('r032 the sum says how many seats are chosen, and that they are reserved with the payment', async () => {
  const page = await openAtSeats()
  const sum = await screen.findByText(/^0 of 1 seat chosen/)
  expect(sum).toHaveTextContent("0 of 1 seat chosen. We'll reserve it when you pay; the airline assigns the rest.")

  await page.user.click(screen.getByRole('gridcell', { name: /^Row 15, seat A/ }))
  expect(sum).toHaveTextContent("1 of 1 seat chosen. We'll reserve it when you pay.")
})

test('r019 on a phone a chosen seat is told once: the line under the map is left to the others', async () => {
  onPhone()
  const page = await openAtSeats()
  const [a, b] = (await screen.findAllByRole('gridcell')) as [HTMLElement, HTMLElement]
  act(() => b.focus())
  expect(screen.getByText(/^15B · no charge/)).toBeVisible()

  await page.user.click(a)
  expect(screen.queryByText(/^15A · \$18\.50/)).toBeNull()
})

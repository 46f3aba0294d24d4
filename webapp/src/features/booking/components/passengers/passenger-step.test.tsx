import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import {
  BOOK,
  card,
  fillPassenger,
  goBy,
  inHalfAnHour,
  OFFER,
  open,
  openAtPayment,
  openAtSeats,
  pay,
  press,
  toSeats,
  USER,
} from '@/testing/booking-walk'
import { traveller } from '@/testing/bookings'
import { onPhone } from '@/testing/media'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'

// However long a busy machine reads it: the form waits for three seconds.
beforeAll(async () => void (await import('./own-details')))

afterEach(() => vi.restoreAllMocks())

test('s102 seat maps load only when the passengers are complete', async () => {
  const page = open()
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  await press(page, 'Continue to seats')

  expect(await screen.findByRole('link', { name: 'Passenger 1: First name is required' })).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Passenger 1: \d fields to check$/ })).toBeVisible()
  expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(false)

  await fillPassenger(page)
  await toSeats(page)
  await waitFor(() => expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(true))
})

test('r016 what the server refuses of a passenger stands beside the field', async () => {
  const refused = problem(422, 'VALIDATION_ERROR', 'Please check the passengers.', {
    errors: [{ field: 'passengers[0].phone', code: 'invalid', message: 'x' }],
  })
  const page = await openAtPayment({ [BOOK]: refused })
  await pay(page)
  await page.user.click(await screen.findByRole('button', { name: 'Back to passenger details' }))

  await waitFor(() => expect(screen.getByLabelText('Phone number')).toBeInvalid())
  expect(screen.getByRole('link', { name: /Please enter the phone number with its country code/ })).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveValue('Maya')
})

test('r017 what is changed on a second visit is kept when the step is left by the browser', async () => {
  const page = await openAtSeats()
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

const abroad = () => open({ [OFFER]: offer({ expires_at: inHalfAnHour, passenger_identity_documents_required: true }) })

test('r023 who comes back to the page is told to type the passport again', async () => {
  const page = abroad()
  await fillPassenger(page)
  await page.user.type(screen.getByLabelText('Passport number'), 'X1234567')
  expect(screen.queryByText('Please enter your passport details again.')).toBeNull()
  page.unmount()
  abroad()

  expect(await screen.findByText('Please enter your passport details again.')).toBeVisible()
})

test.each([
  ['asked for', open],
  ['typed', abroad],
])('r023 where no passport was %s before, none is to be typed again', async (_, begin) => {
  const page = begin()
  await fillPassenger(page)
  page.unmount()
  abroad()

  expect(await screen.findByLabelText('First name')).toHaveValue('Maya')
  expect(screen.queryByText('Please enter your passport details again.')).toBeNull()
})

test('r017 what is kept, and where, is said as it is', async () => {
  open()

  expect(
    await screen.findByText(/^Names must match the travel document\. We keep what you've typed while you browse/),
  ).toBeVisible()
})

test('r016 whose age does not fit the ticket is led to the search for those who travel', async () => {
  standAt('/booking?offer=off_1&from_origin=JFK&from_destination=LAX&from_departureDate=2027-03-05')
  const page = open({
    [OFFER]: offer({
      expires_at: inHalfAnHour,
      passengers: [
        { id: 'pas_1', type: 'adult', age: null },
        { id: 'pas_2', type: 'child', age: null },
      ],
    }),
  })
  await fillPassenger(page)
  expect(card(2).getByText(/^Must be 2 to 11/)).toBeVisible()
  await page.user.type(card(2).getByLabelText('First name'), 'Ben')
  await page.user.type(card(2).getByLabelText('Date of birth'), '2015-03-04')
  await page.user.tab()

  expect(await card(2).findByText('Ben needs a different fare.')).toBeVisible()
  expect(card(2).getByLabelText('Date of birth')).toHaveAccessibleDescription(
    expect.stringContaining('Aged 12 on Fri, Mar 5, 2027. This fare is for a child aged 2 to 11'),
  )
  expect(card(2).queryByText(/^Must be 2 to 11/)).toBeNull()
  const again = new URL(
    card(2).getByRole<HTMLAnchorElement>('link', { name: 'change passengers and search for 2 adults' }).href,
  ).searchParams
  expect(
    ['origin', 'destination', 'departureDate', 'adultsCount', 'childrenCount'].map((name) => again.get(name)),
  ).toEqual(['JFK', 'LAX', '2027-03-05', '2', '0'])
})

test('r016 the search for those who travel names their ages: the counts alone may be the ones before', async () => {
  standAt('/booking?offer=off_1&from_origin=JFK&from_destination=LAX&from_departureDate=2027-03-05')
  const page = open({
    [OFFER]: offer({
      expires_at: inHalfAnHour,
      passengers: [
        { id: 'pas_1', type: 'adult', age: null },
        { id: 'pas_2', type: 'child', age: 9 },
        { id: 'pas_3', type: 'infant_without_seat', age: 0 },
      ],
    }),
  })
  await fillPassenger(page)
  await page.user.type(card(2).getByLabelText('Date of birth'), '2014-01-04')
  await page.user.tab()

  const link = await card(2).findByRole('link', { name: /^change passengers/ })
  expect(link).toHaveTextContent('change passengers and search for 1 adult, 1 child (13), and 1 infant (under 1)')
})

test('a pasted date of birth is read however it is written', async () => {
  const page = open()
  await page.user.click(await screen.findByLabelText('Date of birth'))
  await page.user.paste('18 Apr 1989')

  expect(screen.getByLabelText('Date of birth')).toHaveValue('1989-04-18')
})

test('s124 under the list of countries stands whom to call', async () => {
  open()
  const [words] = await screen.findAllByText(/^Can't find your country\?/)

  expect(within(words as HTMLElement).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
})

test('every field says what browsers may fill into it', async () => {
  open()
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  const fields = [...document.querySelectorAll('form input, form select')]
  expect(fields.filter((field) => !field.getAttribute('autocomplete'))).toEqual([])
})

const ownFields = () =>
  ['First name', 'Last name', 'E-mail'].map((label) => card(1).getByLabelText<HTMLInputElement>(label).value)
const maya = ['Maya', 'Okafor', 'maya@traveller.example']

test('users who are signed in find their own name and address in the first passenger, and nothing that nobody said', async () => {
  open({ [USER]: traveller })

  expect(await screen.findByRole('checkbox', { name: 'Use my details', checked: true })).toBeChecked()
  await waitFor(() => expect(ownFields()).toEqual(maya))
  for (const label of ['Phone number', 'Date of birth']) expect(card(1).getByLabelText(label)).toHaveValue('')
})

test('users who book for somebody else take their own details back, and keep what they typed', async () => {
  const { user } = open({ [USER]: traveller })
  const box = await screen.findByRole('checkbox', { name: 'Use my details' })
  await user.clear(card(1).getByLabelText('First name'))
  await user.type(card(1).getByLabelText('First name'), 'Daniel')

  await user.click(box)
  expect(ownFields()).toEqual(['Daniel', '', ''])
  await user.click(box)
  expect(ownFields()).toEqual(['Daniel', 'Okafor', 'maya@traveller.example'])
})

test('r017 what was typed for the offer before is not filled over', async () => {
  const page = open()
  await page.user.type(await screen.findByLabelText('First name'), 'Daniel')
  page.unmount()
  open({ [USER]: traveller })

  expect(await screen.findByRole('checkbox', { name: 'Use my details' })).not.toBeChecked()
  expect(ownFields()).toEqual(['Daniel', '', ''])
})

test('a guest is offered nothing to fill in', async () => {
  open()
  await screen.findByRole('heading', { name: 'Who is traveling?' })

  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('s125 on a phone an optional passport is folded until it is wanted, and one that is needed is not', async () => {
  onPhone()
  const page = open()
  await screen.findByRole('heading', { name: 'Passport (optional now)' })
  expect(screen.queryByLabelText(/^Passport number/)).toBeNull()
  expect(screen.queryByText(/passport details|printed in the passport/)).toBeNull()

  await press(page, 'Add passport info')
  expect(screen.getByLabelText(/^Passport number/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Skip Passport Info' })).toBeVisible()
  page.unmount()

  open({ [OFFER]: offer({ expires_at: inHalfAnHour }) })
  expect(await screen.findByLabelText('Passport number')).toBeVisible()
  expect(screen.getByText(/, except passport details\.$/)).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('As printed in the passport')
})

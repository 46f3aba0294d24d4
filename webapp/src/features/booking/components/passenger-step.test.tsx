import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  BOOK,
  fillPassenger,
  goBy,
  inHalfAnHour,
  OFFER,
  open,
  pay,
  press,
  toPayment,
  toSeats,
} from '@/testing/booking-walk'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'

test('s102 seat maps load only when the passengers are complete', async () => {
  const page = open()
  await screen.findByRole('heading', { name: 'Who is travelling?' })
  await press(page, 'Continue to Seat Selection')

  expect(await screen.findByRole('link', { name: 'First name is required' })).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Passenger 1: \d fields to complete$/ })).toBeVisible()
  expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(false)

  await toSeats(page)
  await waitFor(() => expect(page.calls.some(({ path }) => path.includes('seatmaps'))).toBe(true))
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

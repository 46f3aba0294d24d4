import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CARD, card, openAtPayment, openAtSeats, pay, press } from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'

test('before paying one reads who travels and sits where, and goes back to change it with everything typed', async () => {
  const page = await openAtSeats()
  await screen.findByText('Front of the aircraft')
  await page.user.click(page.container.querySelectorAll('button.seat:enabled')[0] as Element)
  await press(page, 'Continue to Payment')
  const who = await screen.findByRole('region', { name: 'Passengers, seats and bags' })
  expect(within(who).getByRole('listitem')).toHaveTextContent(/^Maya OkaforOn the ticket: MAYA OKAFORSeat 15[AB]$/)

  await page.user.click(within(who).getByRole('button', { name: 'Edit passengers' }))
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('Last name')).toHaveValue('Okafor')
})

test('a completed step of the indicator leads back to it', async () => {
  const page = await openAtPayment()
  const steps = within(screen.getByRole('navigation', { name: 'Booking steps' }))
  await page.user.click(steps.getByRole('button', { name: /^Seat Selection/ }))

  await screen.findByRole('heading', { name: 'Choose seats' })
  expect(steps.queryByRole('button', { name: /^Seat Selection/ })).toBeNull()
  await page.user.click(steps.getByRole('button', { name: /^Passenger Details/ }))
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
})

test('while the card is on its way no step leads back', async () => {
  const paid = deferred()
  const page = await openAtPayment({ [CARD]: () => paid.promise })
  await pay(page)
  await screen.findAllByText('Processing your card…')

  const steps = within(screen.getByRole('navigation', { name: 'Booking steps' }))
  expect(steps.queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit passengers' })).toBeDisabled()
})

test('the card form names the cards it takes, and the terms stand above the button', async () => {
  await openAtPayment()
  for (const name of ['Visa', 'Mastercard', 'Amex', 'Discover']) expect(screen.getByText(name)).toBeVisible()
  expect(screen.getByText(/^By paying you agree to our/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^terms/ })).toHaveAttribute('href', '/terms')
})

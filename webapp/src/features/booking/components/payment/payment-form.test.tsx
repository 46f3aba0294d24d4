import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CARD, card, open, pay, press, toPayment, toSeats } from '@/testing/booking-walk'
import { deferred } from '@/testing/deferred'

async function openPayment() {
  const page = open()
  await toPayment(page)
  return page
}

test('before paying one reads who travels and sits where, and goes back to change it with everything typed', async () => {
  const page = open()
  await toSeats(page)
  await screen.findByText('Front of the aircraft')
  await page.user.click(page.container.querySelectorAll('button.seat:enabled')[0] as Element)
  await press(page, 'Continue to Payment')
  const who = await screen.findByRole('region', { name: 'Passengers and seats' })
  expect(within(who).getByRole('listitem')).toHaveTextContent(/^Maya OkaforSeat 15[AB]$/)

  await page.user.click(within(who).getByRole('button', { name: 'Edit passengers' }))
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  expect(card(1).getByLabelText('Last name')).toHaveValue('Okafor')
})

test('a completed step of the indicator leads back to it', async () => {
  const page = open()
  await toPayment(page)
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
  const page = open({ [CARD]: () => paid.promise })
  await toPayment(page)
  await pay(page)
  await screen.findAllByText('Processing your card…')

  const steps = within(screen.getByRole('navigation', { name: 'Booking steps' }))
  expect(steps.queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { name: 'Edit passengers' })).toBeDisabled()
})

test('the card form names the cards it takes, and the terms stand above the button', async () => {
  const page = open()
  await toPayment(page)
  for (const name of ['Visa', 'Mastercard', 'Amex', 'Discover']) expect(screen.getByText(name)).toBeVisible()
  expect(screen.getByText(/^By paying you agree to our/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^terms/ })).toHaveAttribute('href', '/terms')
})

const month = () => screen.getByLabelText('Expiry month')
const year = () => screen.getByLabelText('Year')
const code = () => screen.getByLabelText('Security code (CVV)')

test('s131 the Tab key after each part of the expiry date leads to the next field', async () => {
  const { user } = await openPayment()
  await user.click(month())
  await user.keyboard('12')
  expect(month()).toHaveFocus()
  await user.keyboard('{Tab}28')
  expect(year()).toHaveFocus()
  await user.keyboard('{Tab}123')

  expect([month(), year(), code()].map((field) => (field as HTMLInputElement).value)).toEqual(['12', '28', '123'])
  expect(code()).toHaveFocus()
})

test.each(['1228', '12/28', '828'])(
  's131 the expiry date typed as one, %s, goes on from month to year',
  async (typed) => {
    const { user } = await openPayment()
    await user.click(month())
    await user.keyboard(typed)

    expect(month()).toHaveValue(typed === '828' ? '08' : '12')
    expect(year()).toHaveValue('28')
    expect(year()).toHaveFocus()
  },
)

test('s131 an expiry date that is pasted into the month fills both fields, and a longer month leaves a year that is there', async () => {
  const { user } = await openPayment()
  await user.click(month())
  await user.paste('12/28')
  expect([month(), year()].map((field) => (field as HTMLInputElement).value)).toEqual(['12', '28'])

  await user.keyboard('{End}3')
  expect([month(), year()].map((field) => (field as HTMLInputElement).value)).toEqual(['12', '28'])
  expect(month()).toHaveFocus()
})

test('a year typed with four digits stays in its field', async () => {
  const page = open()
  await toPayment(page)
  await page.user.type(screen.getByLabelText('Year'), '2034')

  expect(screen.getByLabelText('Year')).toHaveValue('34')
  expect(screen.getByLabelText('Security code (CVV)')).toHaveValue('')
})

test('an expiry date that is missing marks both of its fields', async () => {
  const page = await openPayment()
  await press(page, /^Pay \$/)

  expect(month()).toBeInvalid()
  expect(year()).toBeInvalid()
})

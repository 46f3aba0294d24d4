import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defaultBrand } from '@/config/default-brand'
import { CARD, openAtPayment, pay, press } from '@/testing/booking-walk'

const refused = (more: object = {}) => ({
  success: false,
  error: 'TOO_MANY_ATTEMPTS',
  message: 'Too many.',
  price: null,
  ...more,
})
const payButtons = () => screen.getAllByRole('button', { name: /^Pay \$/ })

async function payWith(answer: object) {
  const page = await openAtPayment({ [CARD]: answer })
  await pay(page)
  await screen.findByRole('alert')
  return page
}

test('too many tries are told with the time of the next one, the way meanwhile, and what it means for the money', async () => {
  await payWith(refused({ retryAfterSeconds: 720 }))

  const notice = screen.getByRole('alert')
  await waitFor(() =>
    expect(notice).toHaveTextContent(
      /You can pay again at \d\d:\d\d your time \(in 12 minutes\)\. Nothing was charged\./,
    ),
  )
  expect(notice).toHaveTextContent('We’ve kept your passengers and seats. You only need to re-enter your card.')
  expect(screen.getAllByRole('link', { name: defaultBrand.contact.phone })[0]).toBeVisible()
  await waitFor(() => expect(notice).toHaveFocus())
  await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveValue(''))
  expect(screen.getByLabelText('Name on card')).toHaveValue('Maya Okafor')
  await waitFor(() => expect(screen.getByLabelText('Card number')).toBeEnabled())
  for (const button of payButtons()) expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('nobody pays sooner by going back to the seats', async () => {
  const page = await payWith(refused({ retryAfterSeconds: 720 }))
  await waitFor(() => expect(screen.getByLabelText('Card number')).toBeEnabled())
  await press(page, 'Back to Seat Selection')
  await press(page, 'Skip Seat Selection')

  await screen.findByText(/^There were too many payment attempts/)
  for (const button of payButtons()) expect(button).toHaveAttribute('aria-disabled', 'true')
})

test('once the time is over, paying opens by itself', async () => {
  await payWith(refused({ retryAfterSeconds: 1 }))

  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('You can pay again now.'))
  await waitFor(() => expect(payButtons()[0]).not.toHaveAttribute('aria-disabled'))
})

test('where the server names no time, none is told and another try is free', async () => {
  await payWith(refused())

  expect(screen.getByRole('alert')).toHaveTextContent(
    'There were too many payment attempts. Nothing was charged. Please try again later.',
  )
  await waitFor(() => expect(payButtons()[0]).not.toHaveAttribute('aria-disabled'))
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CARD, notify, type open, openAtPayment, press } from '@/testing/booking-walk'
import { scriptsArrive, withProvider } from '@/testing/provider'

const MODE = 'GET /api/system/mode'
let tests = 0

/** Each test has a script of its own: a page loads one only once. */
const live = () => ({
  isLiveMode: true,
  mode: 'live',
  known: true,
  liveCards: true,
  cardFields: { scriptUrl: `https://cards.example/${tests}`, publishableKey: 'pk_live_1' },
})

type Page = ReturnType<typeof open>

async function fill({ user }: Page, number = '4242') {
  await user.type(await screen.findByLabelText("provider's number"), number)
  await user.type(screen.getByLabelText("provider's expiry"), '08 / 34')
  await user.type(screen.getByLabelText("provider's code"), '123')
  await user.type(screen.getByLabelText('Name on card'), 'Maya Okafor')
}

beforeEach(() => {
  tests += 1
})

test('r008 where the provider has fields, a card is typed there and pays as its payment method', async () => {
  scriptsArrive(true)
  const provider = withProvider({ paymentMethod: { id: 'pm_1' }, error: undefined })
  const page = await openAtPayment({ [MODE]: live() })
  await fill(page)
  await press(page, /^Pay \$/)
  await screen.findByRole('heading', { name: 'Booking confirmed!' })

  expect(provider.keys).toEqual(['pk_live_1'])
  expect(provider.createPaymentMethod).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ type: 'card', billing_details: { name: 'Maya Okafor' } }),
  )
  const [sent] = page.calls.filter(({ method, path }) => `${method} ${path}` === CARD)
  expect(sent?.body).toMatchObject({ paymentMethodId: 'pm_1', expectedMode: 'live' })
  expect(sent?.body).not.toHaveProperty('cardDetails')
})

test('r008 what is missing is said beside each field, and the first gets the cursor', async () => {
  scriptsArrive(true)
  withProvider({ paymentMethod: { id: 'pm_1' } })
  const page = await openAtPayment({ [MODE]: live() })
  await page.user.type(await screen.findByLabelText("provider's number"), '4242')
  await press(page, /^Pay \$/)

  expect(await screen.findByText('Please enter a valid expiration date')).toBeVisible()
  expect(screen.getByText('Please enter a valid security code (CVV)')).toBeVisible()
  expect(screen.getByText('Please enter the name as it appears on your card')).toBeVisible()
  expect(screen.queryByText('Please enter a valid card number')).toBeNull()
  await waitFor(() => expect(screen.getByLabelText("provider's expiry")).toHaveFocus())
  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Invalid Expiry Date' })))
  expect(page.calls.filter(({ path }) => path === '/api/payments/process-card')).toEqual([])
})

test('r008 what the provider finds wrong while typing is said beside its field', async () => {
  scriptsArrive(true)
  withProvider({ paymentMethod: { id: 'pm_1' } })
  const page = await openAtPayment({ [MODE]: live() })
  await fill(page, '4242x')

  expect(await screen.findByText('That number is invalid.')).toBeVisible()
})

test.each([
  [
    'a code of one field',
    { code: 'incorrect_number', message: 'Your card number is incorrect.' },
    'Invalid Card Number',
  ],
  ['no connection', { message: 'The card could not be sent.' }, 'Payment Error'],
])('r008 a card the provider does not take, for %s, charges nothing', async (_, error, title) => {
  scriptsArrive(true)
  // As the script answers it: both keys are there, the other's value is not.
  withProvider({ paymentMethod: undefined, error })
  const page = await openAtPayment({ [MODE]: live() })
  await fill(page)
  await press(page, /^Pay \$/)

  expect(await screen.findByText(error.message)).toBeVisible()
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ type: 'error', title, description: error.message }))
  expect(page.calls.filter(({ path }) => path === '/api/payments/process-card')).toEqual([])
})

test('r008 an answer without a payment method and without an error charges nothing', async () => {
  scriptsArrive(true)
  withProvider({ paymentMethod: undefined, error: undefined })
  const page = await openAtPayment({ [MODE]: live() })
  await fill(page)
  await press(page, /^Pay \$/)

  await waitFor(() => expect(notify).toHaveBeenCalledWith(expect.objectContaining({ title: 'Payment Error' })))
  expect(page.calls.filter(({ path }) => path === '/api/payments/process-card')).toEqual([])
})

test('r008 a declined card leads back to empty fields', async () => {
  scriptsArrive(true)
  withProvider({ paymentMethod: { id: 'pm_1' } })
  const page = await openAtPayment({
    [MODE]: live(),
    [CARD]: { success: false, error: 'PAYMENT_FAILED', message: 'Declined.' },
  })
  await fill(page)
  await press(page, /^Pay \$/)

  await waitFor(() => expect(screen.getByLabelText("provider's number")).toHaveFocus())
  expect(screen.getByLabelText("provider's number")).toHaveValue('')
  expect(screen.queryByText(/is incomplete/)).toBeNull()
  expect(screen.getByLabelText('Name on card')).toHaveValue('Maya Okafor')
})

test('r008 without the script nothing looks like a card form, until another try brings it', async () => {
  scriptsArrive(false)
  const page = await openAtPayment({ [MODE]: live() })
  expect(await screen.findByText('The card fields could not be loaded.')).toBeVisible()
  expect(screen.queryByLabelText('Name on card')).toBeNull()
  for (const pay of screen.getAllByRole('button', { name: /^Pay/ }))
    expect(pay).toHaveAttribute('aria-disabled', 'true')

  scriptsArrive(true)
  withProvider({ paymentMethod: { id: 'pm_1' } })
  await press(page, 'Try Again')

  expect(await screen.findByLabelText("provider's number")).toBeEnabled()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, fillPassenger, inHalfAnHour, OFFER, open, USER } from '@/testing/booking-walk'
import { traveller } from '@/testing/bookings'
import { offer } from '@/testing/offers'

const KEPT = 'GET /api/offers/off_1/passengers'
const PUT = { method: 'PUT', path: '/api/offers/off_1/passengers' }
const ada = {
  type: 'adult',
  title: '',
  firstName: 'Ada',
  lastName: 'Byron',
  gender: 'female',
  dateOfBirth: '1985-12-10',
  email: 'ada@traveller.example',
  phone: '',
}
const abroad = offer({ expires_at: inHalfAnHour, passenger_identity_documents_required: true })
const AGAIN = 'Please enter your passport details again.'

test('r017 a reload finds what was typed, and says that the passport is to be typed again', async () => {
  open({ [KEPT]: [ada], [OFFER]: abroad })

  await waitFor(() => expect(card(1).getByLabelText('First name')).toHaveValue('Ada'))
  expect(card(1).getByLabelText('Date of birth')).toHaveValue('1985-12-10')
  expect(card(1).getByLabelText('Passport number')).toHaveValue('')
  expect(screen.getByText(AGAIN)).toBeVisible()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Byron')
})

test('r017 what is typed before the answer comes stays', async () => {
  let answer = (_: object) => {}
  const late = new Promise<never>((resolve) => {
    answer = resolve as typeof answer
  })
  const page = open({ [KEPT]: () => late, [USER]: traveller })
  await page.user.type(await screen.findByLabelText('First name'), 'Daniel')
  answer([ada])

  await waitFor(() => expect(card(1).getByLabelText('Last name')).toHaveValue('Byron'))
  expect(card(1).getByLabelText('First name')).toHaveValue('Daniel')
  expect(card(1).getByLabelText('E-mail')).toHaveValue('ada@traveller.example')
})

test('r017 where nothing is kept, nothing is said of it', async () => {
  open({ [KEPT]: [], [OFFER]: abroad, [USER]: traveller })

  expect(await screen.findByRole('checkbox', { name: 'Use my details', checked: true })).toBeVisible()
  expect(screen.queryByText(AGAIN)).toBeNull()
})

test('r017 r023 what was typed is kept when the step is left, without the passport', async () => {
  const page = open({ [OFFER]: offer({ expires_at: inHalfAnHour }) })
  await fillPassenger(page)
  await page.user.type(screen.getByLabelText('Passport number'), 'X1234567')
  page.unmount()

  const puts = () => page.calls.filter(({ method, path }) => method === PUT.method && path === PUT.path)
  await waitFor(() => expect(puts().at(-1)?.body).toMatchObject({ passengers: [{ firstName: 'Maya' }] }))
  expect(JSON.stringify(puts())).not.toMatch(/passport|X1234567/i)
  expect(puts().length, 'not with every key').toBeLessThan(20)
})

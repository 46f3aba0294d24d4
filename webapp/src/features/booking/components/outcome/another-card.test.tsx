import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberBooking } from '@/lib/booked-offers'
import { BOOK, card, enter, fillPassenger, inHalfAnHour, OFFER, open, press, typeCard } from '@/testing/booking-walk'
import { maya, READ, refused, TYPED, waiting } from '@/testing/challenge'
import { offer } from '@/testing/offers'

const AGAIN = 'Please enter your passport details again.'

const daniel = { ...maya, title: 'mr', firstName: 'Daniel', gender: 'male', email: '', phone: '' }
const abroad = (people: number) =>
  offer({
    expires_at: inHalfAnHour,
    passengers: Array.from({ length: people }, (_, index) => ({ id: `pas_${index + 1}`, type: 'adult', age: null })),
  })

type Page = ReturnType<typeof open>

/** The page was left for the bank, which has refused: another card is tried for the same flight. */
async function tryAgainFor(...typed: (typeof maya)[]) {
  rememberBooking('off_1', 'bk_1')
  let record = waiting
  const page = open({ [OFFER]: abroad(typed.length), [READ]: () => record, [TYPED]: typed })
  await screen.findByRole('heading', { name: 'Confirm this payment with your bank' })
  record = refused
  window.dispatchEvent(new Event('focus'))
  await screen.findByText('We’ve kept your details. You only need to re-enter passport and card.')
  await page.user.click(screen.getByRole('button', { name: 'Try another card' }))
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  return page
}

async function typePassport(page: Page, number: number) {
  await enter(page, card(number).getByLabelText('Passport number'), `X123456${number}`)
  await enter(page, card(number).getByLabelText('Expiry date'), '2035-04-30')
  await page.user.selectOptions(card(number).getByLabelText('Issuing country'), 'US')
}

test('r023 r036 after a refused challenge nothing but the passports is asked for, the first of them has the focus, and why is said', async () => {
  await tryAgainFor(maya, daniel)

  await waitFor(() => expect(card(1).getByLabelText('Passport number')).toHaveFocus())
  for (const number of [1, 2]) {
    expect(card(number).getByText('Only the passport is missing')).toBeVisible()
    expect(card(number).queryByLabelText('First name')).toBeNull()
    expect(card(number).queryByLabelText(/^E-mail/)).toBeNull()
  }
  expect(screen.getByRole('heading', { name: 'Passenger 2: Daniel Okafor' })).toBeVisible()
  expect(screen.getByText(AGAIN).parentElement).toHaveTextContent(
    'For your security, this form doesn’t keep them when you leave the page. Everything else is as you left it.',
  )
})

test('r036 once the passports are there, another card is asked for at once', async () => {
  const page = await tryAgainFor(maya, daniel)
  for (const number of [1, 2]) await typePassport(page, number)
  await press(page, 'Continue to Payment')

  await screen.findByRole('heading', { name: 'Pay by card' })
  expect(screen.getByText('Daniel Okafor')).toBeVisible()
  expect(window.location.search).toContain('step=payment')
})

test('r036 what was kept can be opened and changed beside the passport', async () => {
  const page = await tryAgainFor(maya)
  await page.user.click(card(1).getByRole('button', { name: 'Edit' }))

  expect(card(1).getByLabelText('First name')).toHaveValue('Maya')
  expect(card(1).getByLabelText('E-mail')).toHaveValue('maya@traveller.example')
  expect(card(1).getByLabelText('Passport number')).toHaveValue('')
})

test('r036 who lacks more than the passport is shown whole, at what is missing', async () => {
  await tryAgainFor(maya, { ...daniel, dateOfBirth: '' })

  expect(card(1).queryByLabelText('First name')).toBeNull()
  expect(card(2).getByLabelText('First name')).toHaveValue('Daniel')
})

test('r036 a kept detail that the form does not take is shown with its problem', async () => {
  const page = await tryAgainFor({ ...maya, phone: '12' })
  await typePassport(page, 1)
  await press(page, 'Continue to Payment')

  expect(await card(1).findByLabelText('Phone number')).toBeInvalid()
})

test('r036 a page that was not left asks for no passport again', async () => {
  const asked = { id: 'bk_1', status: 'pending' }
  const page = open({ [OFFER]: abroad(1), [BOOK]: () => Response.json(asked, { status: 202 }), [READ]: refused })
  await fillPassenger(page)
  await typePassport(page, 1)
  await press(page, 'Continue to seats')
  await screen.findByRole('heading', { name: 'Choose seats' })
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  await typeCard(page)
  await press(page, /^Pay \$/)
  await screen.findByText('We’ve kept your details. You only need to re-enter your card.')
  await page.user.click(screen.getByRole('button', { name: 'Try another card' }))

  await screen.findByRole('heading', { name: 'Pay by card' })
  await typeCard(page)
  await press(page, /^Pay \$/)
  await screen.findByText(/only need to re-enter your card/)
  const [, second] = page.calls.filter(({ path }) => path === '/api/bookings')
  expect(second?.body).toMatchObject({ passengers: [{ passportNumber: 'X1234561' }] })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('X1234561')
})

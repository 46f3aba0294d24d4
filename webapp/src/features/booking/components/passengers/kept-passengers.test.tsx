import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { standAt } from '@/testing/address'
import { sellingBags } from '@/testing/bag-offers'
import { keptBag } from '@/testing/bags'
import { card, fillPassenger, goBy, inHalfAnHour, OFFER, open, USER } from '@/testing/booking-walk'
import { traveller } from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'
import { remember } from '../../lib/draft-memory'

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

test('r023 who reloads, leaves and comes back for another offer is told so again', async () => {
  const page = open({ [KEPT]: [ada], [OFFER]: abroad })
  await waitFor(() => expect(card(1).getByLabelText('First name')).toHaveValue('Ada'))
  page.unmount()
  open({ [OFFER]: abroad })

  await waitFor(() => expect(card(1).getByLabelText('First name')).toHaveValue('Ada'))
  expect(await screen.findByText(AGAIN)).toBeVisible()
})

test('r023 who reloads where no passport is asked for is not told to type one again for another offer', async () => {
  const page = open({ [KEPT]: [ada] })
  await waitFor(() => expect(card(1).getByLabelText('First name')).toHaveValue('Ada'))
  page.unmount()
  open({ [OFFER]: abroad })

  await waitFor(() => expect(card(1).getByLabelText('First name')).toHaveValue('Ada'))
  expect(screen.queryByText(AGAIN)).toBeNull()
})

const complete = { ...ada, phone: '+1 617 555 0118' }
const at = (step: string) => `?offer=off_1&adults=1&step=${step}`

test.each([
  ['seats', 'Choose seats'],
  ['payment', 'Pay by card'],
])('r017 a reload at the %s stays there where no passport is asked for', async (step, heading) => {
  standAt(`/booking${at(step)}`)
  open({ [KEPT]: [complete] })

  await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toBeVisible())
  expect(window.location.search).toBe(at(step))
  await goBy('passengers')
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
})

test('r023 a reload at the payment asks again for a passport that was typed where none is asked for', async () => {
  sessionStorage.setItem('passportOffers', '["off_1"]')
  standAt(`/booking${at('payment')}`)
  open({ [KEPT]: [complete] })

  expect(await screen.findByText(AGAIN)).toBeVisible()
  expect(card(1).getByLabelText('First name')).toHaveValue('Ada')
  await waitFor(() => expect(window.location.search).toBe(at('passengers')))
})

test('r023 a reload at the payment stays there where a passport was typed for another offer alone', async () => {
  sessionStorage.setItem('passportOffers', '["off_2"]')
  standAt(`/booking${at('payment')}`)
  open({ [KEPT]: [complete] })

  await waitFor(() => expect(screen.getByRole('heading', { name: 'Pay by card' })).toBeVisible())
  await goBy('passengers')
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
  expect(screen.queryByText(AGAIN)).toBeNull()
})

test('bag05 after a reload abroad a chosen bag is named by who has it', async () => {
  remember({ type: 'bags chosen', offerId: 'off_1', bags: [keptBag({ serviceId: 'ase_out' })], told: [] })
  open({ [KEPT]: [ada], [OFFER]: sellingBags({ passenger_identity_documents_required: true }) })

  expect(await screen.findByText('1 checked bag, 23 kg, outbound flight, Ada')).toBeVisible()
  expect(screen.getByText(AGAIN)).toBeVisible()
})

test('r017 a reload at the payment begins at the passengers where something of them is missing', async () => {
  standAt(`/booking${at('payment')}`)
  open({ [KEPT]: [ada] })

  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
  await waitFor(() => expect(window.location.search).toBe(at('passengers')))
})

test('r023 a reload at the payment begins at the passengers where passports are asked for, and says why', async () => {
  standAt(`/booking${at('payment')}`)
  open({ [KEPT]: [complete], [OFFER]: abroad })

  expect(await screen.findByText(AGAIN)).toBeVisible()
  expect(card(1).getByLabelText('First name')).toHaveValue('Ada')
  await waitFor(() => expect(window.location.search).toBe(at('passengers')))
})

const OUTLINE = 'Loading your flight…'
const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** At the empty form, for which kept passengers were waited for in vain. */
async function openLate(answers: Parameters<typeof open>[0]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = open(answers)
  await passed(3_100)
  vi.useRealTimers()
  return page
}

afterEach(() => vi.useRealTimers())

test('r017 the form waits for what is kept, and comes filled in with its notice', async () => {
  const kept = deferred()
  const page = open({ [KEPT]: () => kept.promise, [OFFER]: abroad })
  await waitFor(() => expect(page.calls.some(({ method, path }) => `${method} ${path}` === KEPT)).toBe(true))
  expect(screen.getByText(OUTLINE)).toBeInTheDocument()
  expect(screen.queryByLabelText('First name')).toBeNull()

  kept.resolve([ada])
  expect(await screen.findByLabelText('First name')).toHaveValue('Ada')
  expect(screen.getByText(AGAIN)).toBeVisible()
  expect(screen.queryByText(OUTLINE)).toBeNull()
})

test('r017 the form waits for what is kept for three seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open({ [KEPT]: () => deferred().promise })
  await passed(2_900)
  expect(screen.queryByLabelText('First name')).toBeNull()
  await passed(200)

  expect(screen.getByLabelText('First name')).toHaveValue('')
})

test('r017 where what is kept cannot be read, the empty form is there', async () => {
  open({ [KEPT]: problem(503, 'UNAVAILABLE', 'Not now') })

  expect(await screen.findByLabelText('First name')).toHaveValue('')
})

test('r017 what is typed before the answer comes stays', async () => {
  const kept = deferred()
  const page = await openLate({ [KEPT]: () => kept.promise, [USER]: traveller })
  await page.user.type(await screen.findByLabelText('First name'), 'Daniel')
  kept.resolve([ada])

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

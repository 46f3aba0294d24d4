import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { card, fillPassenger, inHalfAnHour, OFFER, open, USER } from '@/testing/booking-walk'
import { traveller } from '@/testing/bookings'
import { deferred } from '@/testing/deferred'
import { offer } from '@/testing/offers'
import { problem } from '@/testing/server'

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

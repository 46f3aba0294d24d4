import { screen, within } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { BookingPage } from '@/features/booking/components/booking-page'
import { remember } from '@/features/booking/lib/draft-memory'
import { emptyPassenger } from '@/features/booking/lib/passenger-form'
import { goTo, standAt } from './address'
import { testMode } from './modes'
import { offer } from './offers'
import { setup } from './render'
import { cabin, seatElement } from './seats'
import { problem, serve } from './server'

/** A booking from its first step on, against a server that agrees to everything. */

const { notify } = vi.hoisted(() => ({ notify: vi.fn() }))

export { notify }

vi.mock('next/navigation', async () => (await import('./address')).navigation())
vi.mock('@/components/ui/toast/notify', () => ({ notify }))
vi.mock('@/lib/pause', () => ({ pause: async () => undefined }))

export const OFFER = 'GET /api/flights/offer/off_1'
export const SEATS = 'GET /api/flights/seatmaps/off_1'
export const VERIFY = 'GET /api/flights/verify-offer/off_1'
export const CARD = 'POST /api/payments/process-card'
export const BOOK = 'POST /api/bookings'
export const USER = 'GET /api/auth/user'

export const inHalfAnHour = new Date(Date.now() + 30 * 60_000).toISOString()
export const domestic = offer({ expires_at: inHalfAnHour })
for (const slice of domestic.slices) {
  for (const way of [slice, ...slice.segments])
    way.destination = { ...way.destination, iata_code: 'LAX', country_code: 'US' }
}

const map = cabin(['15A|B'], (designator) => seatElement(designator, designator === '15A' ? '18.50' : '0'))

const usual = {
  [OFFER]: domestic,
  [SEATS]: [map],
  [VERIFY]: { valid: true, message: '', expires_at: inHalfAnHour },
  [CARD]: { success: true, paymentId: 'pay_1', status: 'authorised' as const },
  [BOOK]: () =>
    Response.json(
      {
        id: 'bk_1',
        status: 'confirmed',
        duffelBookingId: 'JTVMSN',
        accountCreated: true,
        accountInfo: { username: 'maya', password: 'secret-for-once', email: 'maya@traveller.example' },
        emailContent: '',
      },
      { status: 201 },
    ),
  'GET /api/system/mode': testMode,
  [USER]: problem(401, 'UNAUTHENTICATED', 'Not authenticated'),
}

type Answers = Parameters<typeof serve>[0]

export function open(answers: Answers = {}) {
  const calls = serve({ ...usual, ...answers })
  return { calls, ...setup(<BookingPage />) }
}
type Page = ReturnType<typeof open>

export const card = (number: number) => within(screen.getByRole('region', { name: new RegExp(`^Passenger ${number}`) }))

/** The whole text at once, as a browser's autofill does. Key by key, each key would draw the page anew. */
export async function enter({ user }: Pick<Page, 'user'>, field: HTMLElement, text: string) {
  await user.click(field)
  await user.paste(text)
}

export async function fillPassenger(page: Page) {
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  const maya = card(1)
  await enter(page, maya.getByLabelText('First name'), 'Maya')
  await enter(page, maya.getByLabelText('Last name'), 'Okafor')
  await enter(page, maya.getByLabelText('Date of birth'), '1989-04-18')
  await page.user.selectOptions(maya.getByLabelText('Sex (as on passport)'), 'female')
  await enter(page, maya.getByLabelText('E-mail'), 'maya@traveller.example')
  await enter(page, maya.getByLabelText('Phone number'), '+1 617 555 0118')
}

// jsdom shows both the button of the page and that of the phone's bar.
export const press = async ({ user }: Page, name: string | RegExp) =>
  user.click(screen.getAllByRole('button', { name })[0] as HTMLElement)

/** On from who travels, which is typed. */
export async function toSeats(page: Page) {
  await press(page, 'Continue to seats')
  await screen.findByRole('heading', { name: 'Choose seats' })
}

const typed = {
  ...emptyPassenger,
  firstName: 'Maya',
  lastName: 'Okafor',
  dateOfBirth: '1989-04-18',
  gender: 'female',
  email: 'maya@traveller.example',
  phone: '+1 617 555 0118',
} as const

/** At the passengers, who stand in the draft: to type them anew takes longer than most tests. */
export async function openFilledIn(answers: Answers = {}) {
  remember({ type: 'passengers kept', offerId: 'off_1', party: [], passengers: [typed], hadPassports: false })
  const page = open(answers)
  await screen.findByRole('heading', { name: 'Who is traveling?' })
  return page
}

/** At the seats of a booking whose passengers stand in the draft. */
export async function openAtSeats(answers: Answers = {}) {
  const page = await openFilledIn(answers)
  await toSeats(page)
  return page
}

export async function openAtPayment(answers: Answers = {}) {
  const page = await openAtSeats(answers)
  await press(page, 'Skip Seat Selection')
  await screen.findByRole('heading', { name: 'Pay by card' })
  return page
}

export async function typeCard(page: Page) {
  await enter(page, screen.getByLabelText('Card number'), '4242424242424242')
  await enter(page, screen.getByLabelText('Expiry date'), '08/34')
  await enter(page, screen.getByLabelText('Security code (CVV)'), '123')
  await enter(page, screen.getByLabelText('Name on card'), 'Maya Okafor')
}

export async function pay(page: Page) {
  await typeCard(page)
  await press(page, /^Pay \$/)
}

/** As the browser's own Back and Forward do. */
export const goBy = (step: string) => goTo(`/booking?offer=off_1&adults=1&step=${step}`)

beforeEach(() => {
  remember({ type: 'booked' })
  standAt('/booking?offer=off_1&adults=1')
})

import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { bookedBag, bookedSlice, booking, traveller, usd, withInfant } from '@/testing/bookings'
import { setCookie } from '@/testing/cookie'
import { setup } from '@/testing/render'
import { problem, serve } from '@/testing/server'
import { ticketOfRecord } from '../../lib/ticket'
import { Confirmation } from './confirmation'

vi.mock('next/navigation', () => ({ usePathname: () => '/booking', useRouter: () => ({}) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

beforeEach(() => setCookie('fareway_user=1'))

test('r004 somebody signed in, whose booking makes no account, reads of none', async () => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking())} email="maya@traveller.example" account={null} />)
  await screen.findByRole('link', { name: 'View My Trips' })

  expect(screen.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: /account/ })).toBeNull()
})

test('somebody signed in who could not be read at first reads of no account either', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let answer = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  const calls = serve({ 'GET /api/auth/user': () => answer })
  setup(<Confirmation ticket={ticketOfRecord(booking())} email="maya@traveller.example" account={null} />)
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(calls.length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'View your trip' })).toBeVisible()

  answer = Response.json(traveller)
  await act(() => vi.advanceTimersByTimeAsync(3_000))

  expect(await screen.findByRole('link', { name: 'View My Trips' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: /account/ })).toBeNull()
})

test('r045 a guest opens the trip itself; who is signed in, or is by their new account, opens My Trips', async () => {
  const account = { username: 'maya', password: 'secret-for-once', email: 'maya@traveller.example' }
  const confirmed = <Confirmation ticket={ticketOfRecord(booking())} email="" account={null} />
  const way = (name: string) => screen.findByRole('link', { name })
  serve({ 'GET /api/auth/user': traveller })
  const signedIn = setup(confirmed)
  expect(await way('View My Trips')).toHaveAttribute('href', '/my-trips')
  signedIn.unmount()

  setCookie('fareway_user=; max-age=0')
  const guest = setup(confirmed)
  expect(await way('View your trip')).toHaveAttribute('href', '/trip?id=bk_1')
  guest.unmount()

  setup(<Confirmation ticket={ticketOfRecord(booking())} email="" account={account} />)
  expect(await way('View My Trips')).toBeVisible()
})

test.each([
  [{ brand: 'visa', last4: '4242' }, 'Visa ending 4242'],
  [{ brand: 'cartes_bancaires', last4: '1001' }, 'Card ending 1001'],
])('the ticket says which card paid: %j', (card, words) => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking({ card }))} email="" />)

  expect(screen.getByText(words)).toBeVisible()
})

test('bag05 the ticket has each extra bag in a line with its price, and no heading for none', () => {
  serve({ 'GET /api/auth/user': traveller })
  const { unmount } = setup(<Confirmation ticket={ticketOfRecord(booking())} email="" />)
  expect(screen.queryByRole('heading', { name: 'Extra bags' })).toBeNull()
  unmount()

  const data = { slices: [bookedSlice()], bags: [bookedBag({ quantity: 2, price: usd('150.00') })] }
  setup(<Confirmation ticket={ticketOfRecord(booking({ data }))} email="" />)

  expect(screen.getByRole('heading', { name: 'Extra bags' })).toBeVisible()
  const bags = within(screen.getByRole('list', { name: 'Extra bags' })).getAllByRole('listitem')
  expect(bags.map((bag) => bag.textContent)).toEqual(['Maya Okafor: 2 checked bags, 23 kg, outbound flight, $150'])
})

test('the ticket of a party with an infant on a lap says on whose, and whom the bags are for', () => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking({ data: { passengers: withInfant() } }))} email="" />)

  expect(screen.getByText(/^Bags are for travelers with their own seat\./)).toBeVisible()
  expect(screen.getByText('Leo Okafor').closest('dd')).toHaveTextContent(/^Leo Okafor, Infant ticketOn Maya’s lap/)
  expect(screen.getAllByText(/ lap$/)).toHaveLength(1)
})

test.each([
  [[], '1 cabin bag and 1 checked bag included each'],
  [[bookedBag()], 'Fare includes: 1 cabin bag and 1 checked bag each'],
])('bag01 beside the extra bags %j the ticket says of the fare: %s', (bags, words) => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking({ data: { slices: [bookedSlice()], bags } }))} email="" />)

  expect(within(screen.getByRole('list', { name: 'Bags and CO2' })).getByText(words)).toBeVisible()
})

test('see01 the ticket says what each traveler emits', () => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking())} email="" />)

  expect(within(screen.getByRole('list', { name: 'Bags and CO2' })).getByText('474 kg CO2 each')).toBeVisible()
})

test.each([
  ['test', true],
  ['live', false],
] as const)('in %s mode it is said of the ticket that it is a test: %s', (mode, isSaid) => {
  serve({ 'GET /api/auth/user': traveller })
  setup(<Confirmation ticket={ticketOfRecord(booking({ mode }))} email="maya@traveller.example" />)

  expect(screen.queryAllByText('This is a test booking.')).toHaveLength(isSaid ? 1 : 0)
  const real = /Tickets (and receipt|by e-mail)|Check in online|Be there/
  expect(document.body.textContent?.match(real) !== null).toBe(!isSaid)
})

const later = (bookedAt: string) =>
  setup(
    <Confirmation ticket={ticketOfRecord(booking())} email="maya@traveller.example" bookedAt={bookedAt} isEarlier />,
  )

test.each([
  [
    'a guest',
    () => problem(401, 'NOT_AUTHENTICATED', 'Not authenticated'),
    ['get a new link to your trip', '/trip'],
    'We’ve e-mailed you a link to set up your account, or to add this trip to the one you have.',
  ],
  [
    'a guest whom the booking signed in to its new account',
    () => ({ ...traveller, createdAt: '2026-11-20T10:00:05Z' }),
    ['get a new password link', '/forgot-password'],
    'We’ve made you an account with this trip in it, and e-mailed you a link to choose a password.',
  ],
])(
  'r004 r045 where the answer is not at hand, %s reads in one sentence what was mailed, and how to get the link again',
  async (_, user, link, sentence) => {
    serve({ 'GET /api/auth/user': user() })
    later('2026-11-20T10:00:00Z')

    const told = within(await screen.findByRole('region', { name: 'Your account' }))
    expect(told.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([link])
    expect(told.getByText(/link/, { selector: 'p' }).textContent).toMatch(new RegExp(`^${sentence}`))
    expect(told.queryByText(/before\?|New here/)).toBeNull()
  },
)

test('r028 travelers who had an account when they booked read nothing of one, back from their bank', async () => {
  serve({ 'GET /api/auth/user': { ...traveller, createdAt: '2026-11-20T09:59:00Z' } })
  later('2026-11-20T10:00:00Z')
  await screen.findByRole('link', { name: 'View My Trips' })

  expect(screen.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible()
  expect(screen.queryByRole('heading', { name: /account/ })).toBeNull()
})

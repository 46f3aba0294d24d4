import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import type { AdminSettings } from '@/lib/api/types'
import { flashMessage } from '@/lib/flash-message'
import { reload } from '@/lib/load-document'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import { AdminPage } from './admin-page'

const replace = vi.fn()
const pause = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('next/navigation', () => ({ usePathname: () => '/admin-settings', useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/load-document')
vi.mock('@/lib/pause', () => ({ pause }))

const READ = 'GET /api/admin/settings'
const SAVE = 'POST /api/admin/settings'
const PROVE = 'POST /api/admin/login'
const done = { success: true, message: '' }
const settings: AdminSettings = {
  enableLiveMode: false,
  environment: 'other',
  duffelApiConfigured: true,
  stripeConfigured: true,
  lastChange: { changedBy: 'operator', changedAt: '2026-02-01T09:00:00Z' },
}
const ENQUIRIES = 'GET /api/admin/enquiries'
const usual = {
  [ENQUIRIES]: { enquiries: [], next: null },
  [READ]: settings,
  'GET /api/admin/second-factor': { enrolledAt: null, recoveryCodesLeft: 0 },
  'GET /api/admin/attention': { items: [], total: 0 },
  'GET /api/admin/attention/payments': { items: [], total: 0, differences: [], differencesTotal: 0 },
  [PROVE]: done,
  [SAVE]: { ...settings, enableLiveMode: true },
}

const theSwitch = () => screen.findByRole('switch', { name: 'Live Mode' })

async function goLive<Asked extends string>(answers: Answers<Asked> = {}) {
  const calls = serve({ ...usual, ...answers })
  const { user } = setup(<AdminPage />)
  await user.click(await theSwitch())
  await user.click(await screen.findByRole('button', { name: 'Switch to live mode' }))
  return { calls, user }
}

const told = () => vi.mocked(notify).mock.calls.map(([{ title }]) => title)
const posts = (calls: { method: string; path: string }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path)

test('s167 environment, mode, who switched last and the way back are shown', async () => {
  serve(usual)
  setup(<AdminPage />)

  expect(await theSwitch()).not.toBeChecked()
  expect(screen.getByText('Environment: not production')).toBeVisible()
  expect(screen.getByText('TEST')).toBeVisible()
  expect(screen.getByText(/Last switched by operator/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Account' })).toHaveAttribute('href', '/account-settings')
})

test('r013 what visitors wrote stands below', async () => {
  serve(usual)
  setup(<AdminPage />)

  const enquiries = await screen.findByRole('region', { name: 'Messages' })
  expect(await within(enquiries).findByText('No messages yet.')).toBeVisible()
})

test.each([
  [true, false, ['Configured', 'Not Configured'], false],
  [false, true, ['Not Configured', 'Configured'], true],
])(
  's168 s169 with live keys %s and %s the words are said and the switch follows the airline API',
  async (duffel, stripe, words, isOff) => {
    serve({ ...usual, [READ]: { ...settings, duffelApiConfigured: duffel, stripeConfigured: stripe } })
    setup(<AdminPage />)

    expect((await theSwitch()).hasAttribute('disabled')).toBe(isOff)
    const said = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(said).toEqual(words)
  },
)

test('s169 going live asks about real bookings and payments, and nothing is sent without a yes', async () => {
  const calls = serve(usual)
  const { user } = setup(<AdminPage />)

  await user.click(await theSwitch())
  const dialog = await screen.findByRole('alertdialog', { name: 'Switch to live mode?' })
  expect(dialog).toHaveTextContent(/booking on every brand will be real.*payments are taken from real cards/)
  await user.click(within(dialog).getByRole('button', { name: 'Stay in test mode' }))

  expect(posts(calls)).toEqual([])
})

test('going back to test mode asks as well: what customers buy then is no ticket', async () => {
  const calls = serve({ ...usual, [READ]: { ...settings, enableLiveMode: true } })
  const { user } = setup(<AdminPage />)

  await user.click(await theSwitch())
  const dialog = await screen.findByRole('alertdialog', { name: 'Switch to test mode?' })
  expect(dialog).toHaveTextContent(/for practice: nobody gets a ticket, and no card is charged/)
  await user.click(within(dialog).getByRole('button', { name: 'Switch to test mode' }))

  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(calls.find(({ path, method }) => path === '/api/admin/settings' && method === 'POST')?.body).toEqual({
    enableLiveMode: false,
  })
})

test('s170 s172 the session is proved before and after, and the page is loaded again after a second', async () => {
  const { calls } = await goLive()

  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(posts(calls)).toEqual(['/api/admin/login', '/api/admin/settings', '/api/admin/login'])
  expect(calls.find(({ path, method }) => path === '/api/admin/settings' && method === 'POST')?.body).toEqual({
    enableLiveMode: true,
  })
  expect(pause).toHaveBeenCalledWith(1000)
  expect(told()).toEqual(['Mode Change', 'Settings Updated'])
})

test('r005 an administrator whose password was given too long ago gives it again', async () => {
  let isProved = false
  const { calls, user } = await goLive({
    [PROVE]: () => (isProved ? done : problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')),
  })

  await user.type(await screen.findByLabelText('Password'), 'admin-Fareway-2026')
  isProved = true
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(calls.filter(({ path }) => path === '/api/admin/login')[1]?.body).toEqual({ password: 'admin-Fareway-2026' })
})

test('r005 an administrator with a second factor is asked for a code once the password is right', async () => {
  let answer: Fake<typeof PROVE> = problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')
  const { calls, user } = await goLive({ [PROVE]: () => answer })
  await user.type(await screen.findByLabelText('Password'), 'admin-Fareway-2026')
  answer = problem(401, 'SECOND_FACTOR_REQUIRED', 'Please enter a code.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  const code = await screen.findByLabelText('Code')
  await waitFor(() => expect(code).toHaveFocus())
  expect(screen.getByLabelText('Password')).toHaveValue('admin-Fareway-2026')
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  answer = problem(401, 'SECOND_FACTOR_INVALID', 'This code is wrong.')
  await user.type(code, '111111')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong\./))
  expect(screen.getByLabelText('Password')).not.toHaveAttribute('aria-invalid')
  answer = done
  await user.clear(code)
  await user.type(code, '123456')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  await waitFor(() => expect(reload).toHaveBeenCalled())
  const proofs = calls.filter(({ path }) => path === '/api/admin/login').map(({ body }) => body)
  expect(proofs[3]).toEqual({ password: 'admin-Fareway-2026', code: '123456' })
})

test('s172 a wrong password is told, and may be tried again', async () => {
  let answer = problem(401, 'REAUTH_REQUIRED', 'Please enter your password again to go on.')
  const { user } = await goLive({ [PROVE]: () => answer })
  await user.type(await screen.findByLabelText('Password'), 'wrong')

  answer = problem(401, 'INVALID_CREDENTIALS', 'Invalid username or password')
  await user.click(screen.getByRole('button', { name: 'Continue' }))

  const dialog = screen.getByRole('dialog', { name: 'Enter your password' })
  expect(await within(dialog).findByText('That is not your password.')).toBeVisible()
  expect(told()).toEqual(['Authentication Failed'])
})

test.each([
  [
    'privileges that cannot be verified',
    { [PROVE]: problem(503, 'SERVICE_UNAVAILABLE', 'Away') },
    ['Authentication Error'],
    'Authentication Error. Could not verify admin privileges. Please try logging in again.',
  ],
  [
    'a refusal with a reason',
    { [SAVE]: problem(409, 'NOT_CONFIGURED', 'Live mode needs live keys of the airline API.') },
    ['Mode Change', 'Mode Change Failed'],
    'Mode Change Failed. Live mode needs live keys of the airline API.',
  ],
  [
    'a failure without one',
    { [SAVE]: new Response('', { status: 500 }) },
    ['Mode Change', 'Failed to Update'],
    'Failed to Update. There was a problem saving your changes.',
  ],
])('s172 r019 %s is told in a toast and in the page', async (_, answers, titles, words) => {
  await goLive(answers)

  expect(await screen.findByText((_text, element) => element?.getAttribute('role') === 'alert')).toHaveTextContent(
    words,
  )
  expect(told()).toEqual(titles)
  expect(reload).not.toHaveBeenCalled()
})

test('r005 live mode that is not ready is refused with the words of the server and a way to the checks', async () => {
  const words = '2 required checks fail: Duffel key, public address.'
  await goLive({ [SAVE]: problem(409, 'NOT_READY_FOR_LIVE', words) })

  const panel = await screen.findByRole('region', { name: 'Before you go live' })
  const hint = await screen.findByRole('link', { name: 'Run the checks' })
  expect(hint.closest('[role=alert]')).toHaveTextContent(
    `Mode Change Failed. ${words} Run the checks to see what’s missing.`,
  )
  expect(hint).toHaveAttribute('href', `#${panel.id}`)
  expect(told()).toEqual(['Mode Change', 'Mode Change Failed'])
  expect(reload).not.toHaveBeenCalled()
})

test('another refusal of live mode sends nobody to the checks', async () => {
  await goLive({ [SAVE]: problem(409, 'NOT_CONFIGURED', 'Live mode needs live keys of the airline API.') })

  expect(await screen.findByText(/Live mode needs live keys of the airline API/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Run the checks' })).toBeNull()
})

test('s172 a session that cannot be verified afterwards is told', async () => {
  let proved = 0
  await goLive({ [PROVE]: () => (proved++ === 0 ? done : problem(401, 'NOT_AUTHENTICATED', 'Not authenticated')) })

  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect(told()).toEqual(['Mode Change', 'Settings Updated', 'Authentication Failed'])
})

test.each([401, 403])('s171 a visitor answered %i is sent home and told why', async (status) => {
  serve({ [READ]: problem(status, 'FORBIDDEN', 'No') })
  setup(<AdminPage />)

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({
      type: 'error',
      title: 'Access Denied',
      description: "You don't have permission to access admin settings.",
    }),
  )
  // Where they are sent the page says it, too.
  expect(flashMessage()?.title).toBe('Access Denied')
})

test('s172 settings that cannot be loaded say so and can be tried again', async () => {
  let answer: Fake<typeof READ> = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  serve({ ...usual, [READ]: () => answer })
  const { user } = setup(<AdminPage />)

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load admin settings. Please try again later.')
  await waitFor(() => expect(told()).toEqual(['Error']))
  answer = settings
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await theSwitch()).toBeVisible()
})

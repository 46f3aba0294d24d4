import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { notify } from '@/components/ui/toast/notify'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { type Answers, type Fake, problem, serve } from '@/testing/server'
import { SettingsPage } from './settings-page'

const replace = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/account-settings', useRouter: () => ({ replace }) }))
vi.mock('@/components/ui/toast/notify', () => ({ notify: vi.fn() }))

const USER = 'GET /api/auth/user'
const CHANGE = 'POST /api/auth/change-password'
const SESSIONS = 'GET /api/auth/sessions'
const END = 'DELETE /api/auth/sessions'
const here = { device: 'Firefox on Linux', lastSeenAt: '2026-03-01T12:00:00Z', isCurrent: true }
const phone = { device: 'Safari on iPhone', lastSeenAt: '2026-02-27T08:30:00Z', isCurrent: false }
const usual = { [USER]: traveller, [SESSIONS]: [here, phone], [CHANGE]: { success: true, message: '' } }

async function change<Asked extends string>(answers: Answers<Asked>, [current, next, again]: [string, string, string]) {
  const calls = serve({ ...usual, ...answers })
  const { user } = setup(<SettingsPage />)
  const type = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    if (text) await user.type(field, text)
  }
  await type('Current password', current)
  await type('New password', next)
  await type('Confirm new password', again)
  await user.click(screen.getByRole('button', { name: 'Update password' }))
  return calls
}

test('s151 security stands open, and profile tells name, address and since when', async () => {
  serve(usual)
  const { user } = setup(<SettingsPage />)

  expect(await screen.findByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByText(/A secure password is long/)).toBeVisible()
  expect(screen.getByText('Coming soon')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Enable two-factor authentication' })).toBeDisabled()

  await user.click(screen.getByRole('tab', { name: 'Profile' }))
  for (const words of ['maya', 'maya@traveller.example', 'Thu, Jan 1, 2026'])
    expect(screen.getByText(words)).toBeVisible()
})

test.each([
  ['is asked to confirm an address that is not confirmed', false, 1],
  ['is not asked again once it is', true, 0],
])('a traveller %s', async (_, isMailboxProved, times) => {
  serve({ ...usual, [USER]: { ...traveller, isMailboxProved } })
  setup(<SettingsPage />)

  await screen.findByRole('tab', { name: 'Security' })
  expect(screen.queryAllByText('Confirm your address')).toHaveLength(times)
})

test('s152 a guest is sent to log in and comes back', async () => {
  serve({ [USER]: problem(401, 'NOT_AUTHENTICATED', 'Not authenticated') })
  setup(<SettingsPage />)

  await waitFor(() => expect(replace).toHaveBeenCalledWith('/login?redirect=%2Faccount-settings'))
})

test('s152 where nobody can tell who it is, a card asks to log in', async () => {
  serve({ [USER]: problem(503, 'SERVICE_UNAVAILABLE', 'Away') })
  setup(<SettingsPage />)

  expect(await screen.findByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login?redirect=%2Faccount-settings')
  expect(replace).not.toHaveBeenCalled()
})

const CLASSES =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character'

test.each<[string, [string, string, string]]>([
  ['Current password is required', ['', 'Correct-Horse-7', 'Correct-Horse-7']],
  ['New password must be at least 12 characters', ['old', 'Short-1', 'Short-1']],
  [CLASSES, ['old', 'correct-horse-7', 'correct-horse-7']],
  ['Please confirm your new password', ['old', 'Correct-Horse-7', '']],
  ["Passwords don't match", ['old', 'Correct-Horse-7', 'Correct-Horse-8']],
])('s153 c009 "%s" is said under its field, and nothing is sent', async (words, typed) => {
  const calls = await change({}, typed)

  expect(await screen.findByText(words)).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('s154 a changed password is told, and the list of sessions is read again', async () => {
  const calls = await change({}, ['old', 'Correct-Horse-7', 'Correct-Horse-7'])

  expect(await screen.findByText('Your password has been updated.')).toBeVisible()
  await waitFor(() =>
    expect(notify).toHaveBeenCalledWith({
      type: 'success',
      title: 'Success',
      description: 'Your password has been updated',
    }),
  )
  const sent = calls.findIndex(({ path }) => path === '/api/auth/change-password')
  expect(calls[sent]?.body).toEqual({ currentPassword: 'old', newPassword: 'Correct-Horse-7' })
  expect(screen.getByLabelText('Current password')).toHaveValue('')
  await waitFor(() => expect(calls.slice(sent).some(({ path }) => path === '/api/auth/sessions')).toBe(true))
})

test.each([
  [
    'a field that is wrong',
    problem(422, 'VALIDATION_ERROR', 'x', {
      errors: [{ field: 'currentPassword', code: 'incorrect', message: 'x' }],
    }),
    'Current password is incorrect',
  ],
  ['a refusal without words', new Response('', { status: 400 }), 'Failed to update password'],
  ['no answer', () => Promise.reject(new TypeError('offline')), 'An unknown error occurred'],
])('s154 r019 with %s the failure is told in a toast and in the page', async (_, answer, words) => {
  await change({ [CHANGE]: answer }, ['old', 'Correct-Horse-7', 'Correct-Horse-7'])

  expect(await screen.findByRole('alert')).toHaveTextContent(`Error. ${words}`)
  await waitFor(() => expect(notify).toHaveBeenCalledWith({ type: 'error', title: 'Error', description: words }))
})

test('the other browsers are listed and signed out', async () => {
  let sessions = [here, phone]
  serve({
    ...usual,
    [SESSIONS]: () => sessions,
    [END]: () => {
      sessions = [here]
      return { success: true, message: '' }
    },
  })
  const { user } = setup(<SettingsPage />)

  expect(await screen.findByText('Safari on iPhone')).toBeVisible()
  expect(screen.getByText('This browser').closest('li')).toHaveTextContent('Firefox on Linux')
  await user.click(screen.getByRole('button', { name: 'Sign out elsewhere' }))

  expect(await screen.findByText('You’re signed out everywhere else.')).toBeVisible()
  expect(notify).not.toHaveBeenCalled()
  expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Sign out elsewhere' })).not.toBeInTheDocument()
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  let answer: Fake<typeof SESSIONS> = problem(503, 'SERVICE_UNAVAILABLE', 'Away')
  serve({ ...usual, [SESSIONS]: () => answer })
  const { user } = setup(<SettingsPage />)
  expect(await screen.findByText('We couldn’t load this list.')).toBeVisible()

  answer = [here]
  await user.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('Firefox on Linux')).toBeVisible()
})

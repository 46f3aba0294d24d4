import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { traveller } from '@/testing/bookings'
import { setup } from '@/testing/render'
import { type Answers, problem, serve } from '@/testing/server'
import { SettingsPage } from './settings-page'

const replace = vi.fn()
vi.mock('next/navigation', () => ({ usePathname: () => '/account-settings', useRouter: () => ({ replace }) }))

const USER = 'GET /api/auth/user'
const SESSIONS = 'GET /api/auth/sessions'
const EXPORT = 'POST /api/account/export'
const CLOSE = 'POST /api/account/close'
const kept = {
  profile: traveller,
  emailProvedAt: null,
  sessions: [],
  knownBrowsersUsedAt: [],
  secondFactorSetUpAt: null,
  trips: [],
  watchedPrices: [],
}
const usual = { [USER]: traveller, [SESSIONS]: [] }
const wrong = problem(422, 'VALIDATION_ERROR', 'Current password is incorrect', {
  errors: [{ field: 'currentPassword', code: 'incorrect', message: 'Current password is incorrect' }],
})

/** Opens the tab "Your data". */
async function open<Asked extends string>(answers: Answers<Asked>) {
  const calls = serve({ ...usual, ...answers })
  const { user } = setup(<SettingsPage />)
  await user.click(await screen.findByRole('tab', { name: 'Your data' }))
  return { user, calls }
}

/** Files that the page has the browser save: name and text. */
function savedFiles() {
  const blobs: Blob[] = []
  const files: { name: string; text: Promise<string> }[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}` }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.at(-1)
    if (blob) files.push({ name: this.download, text: blob.text() })
  })
  return files
}

async function download<Asked extends string>(answers: Answers<Asked>, password: string) {
  const files = savedFiles()
  const { user, calls } = await open(answers)
  if (password) await user.type(screen.getByLabelText('Current password'), password)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  return { files, calls }
}

test('what is kept is saved as a file once the password is typed', async () => {
  const { files, calls } = await download({ [EXPORT]: kept }, 'Correct-Horse-7')

  expect(await screen.findByText('Your data is in the file account.json.')).toBeVisible()
  expect(files.map(({ name }) => name)).toEqual(['account.json'])
  expect(JSON.parse((await files[0]?.text) ?? '')).toEqual(kept)
  expect(calls.find(({ path }) => path === '/api/account/export')?.body).toEqual({
    currentPassword: 'Correct-Horse-7',
  })
  expect(screen.getByLabelText('Current password')).toHaveValue('')
})

test.each([
  ['no password', '', 'Current password is required'],
  ['a wrong password', 'guess', 'Current password is incorrect'],
])('with %s nothing is saved', async (_, password, words) => {
  const { files } = await download({ [EXPORT]: wrong }, password)

  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(words)
  expect(files).toEqual([])
})

test('a copy that cannot be prepared says so', async () => {
  const { files } = await download({ [EXPORT]: problem(503, 'SERVICE_UNAVAILABLE', 'Away') }, 'Correct-Horse-7')

  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t prepare your file.')
  expect(files).toEqual([])
})

async function close<Asked extends string>(answers: Answers<Asked>, password: string) {
  const { user, calls } = await open(answers)
  await user.click(screen.getByRole('button', { name: 'Close account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close your account?' }))
  if (password) await user.type(dialog.getByLabelText('Current password'), password)
  return { user, calls, dialog }
}

test('the question says what goes and what stays, and keeping the account sends nothing', async () => {
  const { user, calls, dialog } = await close({}, '')

  expect(
    dialog.getByText(/We erase your name, username, e-mail address and password, your watched prices, and what/),
  ).toBeVisible()
  expect(dialog.getByText(/Closing your account doesn’t cancel any trip/)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'find your booking' })).toHaveAttribute('href', '/trip')
  await user.click(dialog.getByRole('button', { name: 'Keep account' }))

  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  expect(screen.getByRole('tab', { name: 'Your data' })).toBeVisible()
})

test('a closed account leaves its page, and nobody is sent to log in', async () => {
  const { user, calls, dialog } = await close({ [CLOSE]: { success: true, message: '' } }, 'Correct-Horse-7')

  await user.click(dialog.getByRole('button', { name: 'Close account' }))

  expect(await screen.findByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  expect(screen.getByText(/^We erased your profile and your watched prices, and signed you out/)).toBeVisible()
  expect(calls.find(({ path }) => path === '/api/account/close')?.body).toEqual({
    currentPassword: 'Correct-Horse-7',
  })
  expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  expect(replace).not.toHaveBeenCalled()
})

test('with a wrong password the account stays', async () => {
  const { user, dialog } = await close({ [CLOSE]: wrong }, 'guess')

  await user.click(dialog.getByRole('button', { name: 'Close account' }))

  expect(await dialog.findByText('Current password is incorrect')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Your account is closed' })).not.toBeInTheDocument()
})

test.each([
  [
    'the last administrator',
    problem(409, 'LAST_ADMINISTRATOR', 'x'),
    'We couldn’t close your account. This is the only administrator’s account. Make another administrator before',
  ],
  ['no answer', () => Promise.reject(new TypeError('offline')), 'We couldn’t close your account.'],
])('with %s the account stays, and the question says why', async (_, answer, words) => {
  const { user, dialog } = await close({ [CLOSE]: answer }, 'Correct-Horse-7')

  await user.click(dialog.getByRole('button', { name: 'Close account' }))

  expect(await dialog.findByRole('alert')).toHaveTextContent(words)
  expect(screen.queryByRole('heading', { name: 'Your account is closed' })).not.toBeInTheDocument()
})

import { readFile } from 'node:fs/promises'
import { bookTrip, confirmEmail, logIn, makeAccount, PASSWORD, signIn } from './support/account'
import { mailed, tripLink } from './support/sandbox'
import { expect, expectAccessible, expectNoSidewaysScroll, open, test } from './support/test'

const NEW_PASSWORD = 'Another-Okafor-2028'

test('s152 s151 a guest logs in and lands in the settings, on the security tab', { tag: '@any-width' }, async ({
  page,
}) => {
  const { username, email } = await makeAccount(page)
  await open(page, '/account-settings')
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount-settings$/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page).toHaveURL(/\/account-settings$/)
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Profile' })).toContainText(email)
})

test('s154 c009 a changed password ends the sessions of other browsers and is told by mail', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { username, email } = await makeAccount(page)
  const credentials = { data: { username, password: PASSWORD } }
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:8080' })
  await page.request.post('/api/auth/login', credentials)
  await confirmEmail(page, email)
  await other.request.post('/api/auth/login', credentials)
  await open(page, '/account-settings')
  await expect(page.getByRole('button', { name: 'Sign out elsewhere' })).toBeVisible()

  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Update password' }).click()

  await expect(page.getByText('Your password has been updated.')).toBeVisible()
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out elsewhere' })).toBeHidden()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await mailed(email, /If it wasn't you, [\s\S]*\/forgot-password/)
  await other.close()
})

test('a password is not changed to itself', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page)
  await open(page, '/account-settings')

  for (const field of ['Current password', 'New password', 'Confirm new password'])
    await page.getByLabel(field, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Update password' }).click()

  const words = 'New password must be another than the current one'
  await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(new RegExp(words))
})

test('other browsers are signed out by a button', { tag: '@any-width' }, async ({ page, browser }) => {
  const { username } = await makeAccount(page)
  const credentials = { data: { username, password: PASSWORD } }
  const other = await browser.newContext({ baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:8080' })
  await other.request.post('/api/auth/login', credentials)
  await page.request.post('/api/auth/login', credentials)
  await open(page, '/account-settings')

  await page.getByRole('button', { name: 'Sign out elsewhere' }).click()

  await expect(page.getByText('You’re signed out everywhere else.')).toBeVisible()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await other.close()
})

test('a copy of what is kept comes as a file', { tag: '@any-width' }, async ({ page }) => {
  const { username, email } = await makeAccount(page)
  await logIn(page, username, PASSWORD)
  await open(page, '/account-settings')
  await page.getByRole('tab', { name: 'Your data' }).click()

  await page.getByLabel('Current password').fill(PASSWORD)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()

  const file = await saved
  expect(file.suggestedFilename()).toBe('account.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    profile: { username, email },
    sessions: [{ isCurrent: true }],
    trips: [],
  })
})

test('a closed account is gone, and its trip is opened by a mailed link', { tag: '@any-width' }, async ({ page }) => {
  const { username, email } = await makeAccount(page)
  await logIn(page, username, PASSWORD)
  await confirmEmail(page, email)
  const reference = await bookTrip(page, 'BOS', 'LAX', email)
  await open(page, '/account-settings')
  await page.getByRole('tab', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Close account' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close your account?' })
  await expectAccessible(page)

  await question.getByLabel('Current password').fill('a guess')
  await question.getByRole('button', { name: 'Close account' }).click()
  await expect(question.getByText('Current password is incorrect')).toBeVisible()
  await question.getByLabel('Current password').fill(PASSWORD)
  await question.getByRole('button', { name: 'Close account' }).click()

  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to home page' }).click()
  await expect(page).toHaveURL(/\/(\?.*)?$/)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  const login = await page.request.post('/api/auth/login', { data: { username, password: PASSWORD } })
  expect(login.status()).toBe(401)
  await mailed(email, /We closed your account as you asked/)
  expect((await page.request.post('/api/guest-links', { data: { reference, email } })).status()).toBe(202)
  await mailed(email, /You asked for a link/)
  await page.goto(await tripLink(email))
  await expect(page.getByRole('main')).toContainText(reference.slice(0, 8))
})

test('the account settings are accessible and fit, with their complaints too', async ({ page }) => {
  await signIn(page)
  await open(page, '/account-settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Profile' }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

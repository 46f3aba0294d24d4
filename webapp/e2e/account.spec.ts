import type { Page } from '@playwright/test'
import { confirmEmail, logIn, makeAccount, PASSWORD, signIn } from './support/account'
import { freshEmail } from './support/booking'
import { confirmLink, resetLink } from './support/sandbox'
import {
  expect,
  expectAccessible,
  expectGoodAtAnyWidth,
  expectNoSidewaysScroll,
  isPhone,
  open,
  test,
} from './support/test'

test('s148 s145 s155 a traveller signs up, logs in and logs out', async ({ page }) => {
  const email = freshEmail()
  const username = email.split('@')[0] ?? ''
  await open(page, '/register?redirect=/my-trips')
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByText('Registration successful')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmy-trips$/)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page.getByText('Login successful')).toBeVisible()
  await expect(page).toHaveURL(/\/my-trips$/)
  await expect(page.getByRole('heading', { name: 'No trips found' })).toBeVisible()

  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
  } else {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log Out' }).click()
  }
  await page.waitForURL('/')
  await open(page, '/my-trips')
  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
})

test('s147 r019 a wrong password is told in the page and in a toast', { tag: '@any-width' }, async ({ page }) => {
  const { username } = await makeAccount(page)
  await open(page, '/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('Another-2027')
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Invalid username or password' })).toBeVisible()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Login failed')
  await expectGoodAtAnyWidth(page)
})

test('c008 a redirect to another site is not followed', { tag: '@any-width' }, async ({ page }) => {
  const { username } = await makeAccount(page)
  await open(page, '/login?redirect=https://evil.example/')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()

  await page.waitForURL('/')
})

/** Each would leave the site, or run, in some reading of an address. */
const HOSTILE = [
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/my-trips/..//evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/%2e%2e//evil.example',
  '/\u2215/evil.example',
  '\uFF0F\uFF0Fevil.example',
  '/@evil.example',
  'https:evil.example',
  'https://localhost@evil.example/my-trips',
  'data:text/html,<script>alert(1)</script>',
  'javascript:alert(1)//my-trips',
  'java\tscript:alert(1)',
]

/** How many pages try them side by side. */
const LANES = 4

/** Runs in each page. The answer of a password that was checked once serves all logins, of a browser that stays a guest. */
function answerLogins(user: unknown) {
  const send = window.fetch
  window.fetch = async (path, options) => (path === '/api/auth/login' ? Response.json(user) : send(path, options))
}

test('c008 no hostile redirect leads a login away from the site', { tag: '@any-width' }, async ({ page, context }) => {
  const { username } = await makeAccount(page)
  const user = await logIn(page, username, PASSWORD)
  await context.clearCookies()
  // Not by a route, which would have every page load all of its scripts anew.
  await context.addInitScript(answerLogins, user)
  const scripts: string[] = []
  context.on('dialog', (dialog) => {
    scripts.push(dialog.message())
    void dialog.dismiss()
  })

  const left = [...HOSTILE]
  const tryTargets = async (lane: Page) => {
    for (let target = left.shift(); target !== undefined; target = left.shift()) {
      const address = `/login?redirect=${encodeURIComponent(target)}`
      await test.step(JSON.stringify(target), () => expectHome(lane, address, username))
    }
  }
  const others = Array.from({ length: LANES - 1 }, () => context.newPage())
  await Promise.all([page, ...(await Promise.all(others))].map(tryTargets))
  expect(scripts).toEqual([])
})

/** A login at this address leads to the home page. */
async function expectHome(page: Page, address: string, username: string) {
  await open(page, address)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()

  await page.waitForURL('/', { waitUntil: 'commit' })
}

test('r011 r043 a forgotten password is set anew by the link of a mail, and the address logs in', {
  tag: '@any-width',
}, async ({ page }) => {
  const { username, email } = await makeAccount(page)
  await logIn(page, username, PASSWORD)
  await confirmEmail(page, email)
  await page.context().clearCookies()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If this address has an account, an e-mail with a link is on its way.')).toBeVisible()

  await open(page, await resetLink(email))
  await page.getByLabel('New password', { exact: true }).fill('Another-Okafor-2028')
  await page.getByLabel('Confirm new password').fill('Another-Okafor-2028')
  await page.getByRole('button', { name: 'Set password' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username or e-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Another-Okafor-2028')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Login successful')).toBeVisible()
})

test('an address is confirmed by the link of a mail and a press, and the settings ask no more', {
  tag: '@any-width',
}, async ({ page }) => {
  const { username, email } = await makeAccount(page)
  await logIn(page, username, PASSWORD)
  await open(page, '/account-settings')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('unless we’ve sent you one in the last 24 hours')).toBeVisible()
  await expectAccessible(page)

  await open(page, await confirmLink(email))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()

  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  await open(page, '/account-settings')
  await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeHidden()
})

test('the link of a registration, opened in another browser, sets a password', {
  tag: '@any-width',
}, async ({ page }) => {
  const { email } = await makeAccount(page)
  await open(page, await confirmLink(email))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.getByLabel('New password', { exact: true }).fill('Another-Okafor-2028')
  await page.getByLabel('Confirm new password').fill('Another-Okafor-2028')
  await page.getByRole('button', { name: 'Set password' }).click()

  await expect(page).toHaveURL(/\/login$/)
})

test('the link of a registration, opened by somebody who has to log in first, is there again after that', {
  tag: '@any-width',
}, async ({ page }) => {
  const { username, email } = await makeAccount(page)
  await open(page, await confirmLink(email))
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page).toHaveURL(/\/confirm-email$/)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
})

for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/reset-password#token=t']) {
  test(`${path} is accessible and fits, with its complaints too`, async ({ page }) => {
    await open(page, path)
    const send = page.getByRole('main').locator('button[type=submit]')
    // Without the mail's token there is nothing to send.
    const isForm = path !== '/reset-password'
    await expect(send).toHaveCount(isForm ? 1 : 0)
    await expectAccessible(page)

    if (isForm) {
      await send.click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
  })
}

test('s022 a signed-in traveller has an account menu', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page)
  await open(page, '/')

  await page.getByRole('button', { name: 'Account' }).click()

  await expect(page.getByRole('link', { name: 'My Trips' })).toHaveCount(2)
  await expectAccessible(page)
})

import type { Page } from '@playwright/test'
import { book, cancelTrip, signIn, signInAsAdmin } from './support/account'
import { freshEmail } from './support/booking'
import { expect, expectAccessible, expectNoSidewaysScroll, open, test } from './support/test'

const freshKey = () => `sunline-${crypto.randomUUID().slice(0, 8)}`

async function makeBrand(page: Page, key: string) {
  await open(page, '/admin/brands')
  await page.getByRole('button', { name: 'New brand' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Sunline Travel')
  await page.getByLabel('Key').fill(key)
  await page.getByLabel('Primary', { exact: true }).fill('#1b5fa8')
  await page.getByLabel('Secondary', { exact: true }).fill('#12406f')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('main').getByText('Version 1 of Sunline Travel is live.')).toBeVisible()
}

/** A brand's site in a tab of its own, as a visitor opens it. */
async function visit(page: Page, path: string) {
  const tab = await page.context().newPage()
  await tab.goto(path)
  const primary = await tab.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--brand-primary'),
  )
  const title = await tab.title()
  await tab.close()
  return { title, primary }
}

/** Within some looks: a page is dressed from the gateway's memory where svc-brand does not answer within a second. */
const expectSite = (page: Page, path: string, site: { title: string; primary?: string }) =>
  expect.poll(() => visit(page, path), { message: path }).toMatchObject(site)

test('r021 s173 a brand is made, seen at once at its address and its host, changed, undone and deleted', async ({
  page,
}) => {
  // Opens five sites one after the other.
  test.slow()
  const key = freshKey()
  await signInAsAdmin(page)
  await makeBrand(page, key)
  const ownHost = new URL(page.url())
  ownHost.hostname = `${key}.localhost`
  const made = { title: 'Sunline Travel - Flight Booking', primary: '#1b5fa8' }
  await expectSite(page, `/?brand=${key}`, made)
  await expectSite(page, ownHost.origin, made)

  await page.getByLabel('Name', { exact: true }).fill('Sunline Journeys')
  await page.getByLabel('Primary', { exact: true }).fill('#7a1ba8')
  await expect(page.getByRole('figure', { name: 'Preview of Sunline Journeys' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('main').getByText('Version 2 of Sunline Journeys is live.')).toBeVisible()
  const changed = { title: 'Sunline Journeys - Flight Booking', primary: '#7a1ba8' }
  await expectSite(page, `/?brand=${key}`, changed)

  await page.getByRole('button', { name: 'Undo: back to version 1' }).click()
  await expect(page.getByRole('main').getByText('Version 1 is live again, as version 3.')).toBeVisible()
  await expectSite(page, `/?brand=${key}`, made)

  await page.getByRole('button', { name: 'Delete brand' }).click()
  await page.getByRole('button', { name: 'Yes, delete brand' }).click()
  await expect(page.getByRole('main').getByText('Sunline Travel is deleted.')).toBeVisible()
  await expectSite(page, `/?brand=${key}`, { title: 'Fareway - Flight Booking' })
})

test('r021 a brand whose traveller has a trip ahead stays until that is cancelled', async ({ page, browser }) => {
  test.slow()
  const key = freshKey()
  await signInAsAdmin(page)
  await makeBrand(page, key)
  const baseURL = new URL(page.url()).origin
  const other = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-brand': key } })
  const traveller = await other.newPage()
  const { id } = await book(traveller, 'JFK', 'LHR', freshEmail())

  await page.getByRole('button', { name: 'Delete brand' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Sunline Travel?' })
  await question.getByRole('button', { name: 'Yes, delete brand' }).click()
  await expect(question.getByRole('alert')).toContainText('1 trip ahead')
  await expectAccessible(page)

  await cancelTrip(traveller, id)
  await question.getByRole('button', { name: 'Yes, delete brand' }).click()
  await expect(page.getByRole('main').getByText('Sunline Travel is deleted.')).toBeVisible()
  await other.close()
})

test('r005 r021 a brand is deleted once the password was given again', async ({ page }) => {
  const key = freshKey()
  await signInAsAdmin(page)
  await makeBrand(page, key)
  // Ten minutes later; the rest is the gateway's own.
  await page.route(`**/api/admin/brands/${key}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 401, json: { code: 'REAUTH_REQUIRED', message: 'Please enter your password again.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete brand' }).click()
  await page.getByRole('button', { name: 'Yes, delete brand' }).click()

  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await expect(dialog).toContainText('Please enter it again to delete the brand.')
  await expectAccessible(page)
  await page.unroute(`**/api/admin/brands/${key}`)
  await dialog.getByLabel('Password').fill('admin-Fareway-2026')
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('main').getByText('Sunline Travel is deleted.')).toBeVisible()
})

test('r021 a colour that cannot be read is found, a shade is offered, and nothing unreadable is published', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await open(page, '/admin/brands')
  await page.getByRole('button', { name: 'New brand' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Pale Air')
  await page.getByLabel('Key').fill(freshKey())
  await page.getByLabel('Text', { exact: true }).fill('#9a9a9a')

  await expect(page.getByText(/, needs 4\.50:1/)).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const summary = page.getByRole('group', { name: 'Not published' })
  await expect(summary).toContainText('The text colour needs a contrast of 4.5:1')
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Use #/ }).click()
  await expect(page.getByText(/, needs 4\.50:1/)).toBeHidden()
})

test('r021 an uploaded logo is shown on the site', async ({ page }) => {
  const key = freshKey()
  await signInAsAdmin(page)
  await open(page, '/admin/brands')
  await page.getByRole('button', { name: 'New brand' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Logo Air')
  await page.getByLabel('Key').fill(key)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await page
    .getByLabel('Logo (optional)')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(page.getByAltText('The logo')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('main').getByText('Version 1 of Logo Air is live.')).toBeVisible()

  await open(page, `/?brand=${key}`)

  await expect(page.getByRole('img', { name: 'Logo Air' }).first()).toHaveAttribute(
    'src',
    `/api/brands/${key}/logo?v=1`,
  )
  const logo = await page.request.get(`/api/brands/${key}/logo?v=1`)
  expect(logo.headers()['content-type']).toBe('image/png')
})

test('s167 s168 s169 the settings tell mode and keys, and going live asks first', async ({ page }) => {
  await signInAsAdmin(page)
  await open(page, '/admin-settings')
  await expect(page.getByText('TEST', { exact: true })).toBeVisible()
  await expect(page.getByText('Configured', { exact: true })).toHaveCount(2)
  await expectAccessible(page)

  await page.getByRole('switch', { name: 'Live Mode' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Switch to live mode?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay in test mode' }).click()

  await expect(page.getByRole('switch', { name: 'Live Mode' })).not.toBeChecked()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('s178 r013 what a visitor writes on the contact page is read by the administrator, and deleted', async ({
  page,
}) => {
  const message = `Is the infant's fare ${crypto.randomUUID()} refundable?`
  await open(page, '/contact')
  await page.getByLabel('First name').fill('Maya')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('E-mail', { exact: true }).fill('maya@example.com')
  await page.getByLabel('Reason').selectOption('billing')
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  await page.getByRole('checkbox', { name: /You may store my message/ }).check({ force: true })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('status')).toContainText('We’ve got your message')

  await signInAsAdmin(page)
  await open(page, '/admin-settings')

  const enquiry = page.getByRole('region', { name: 'Messages' }).getByRole('listitem').filter({ hasText: message })
  await expect(enquiry).toBeVisible()
  await expectAccessible(page)
  await enquiry.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'Delete the message from Maya Okafor?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(enquiry).toBeHidden()
})

for (const path of ['/admin-settings', '/admin/brands']) {
  test(`s171 ${path} sends a traveller home and says why`, async ({ page }) => {
    await signIn(page)
    await open(page, path)

    await page.waitForURL('/')
    // A toast says the same, and may be gone by now.
    const main = page.getByRole('main')
    await expect(main.getByText("You don't have permission to access admin settings.")).toBeVisible()
  })
}

test('the brand manager is accessible and fits, in the dark too', async ({ page }) => {
  await signInAsAdmin(page)
  await open(page, '/admin/brands')
  await expect(page.getByRole('figure', { name: 'Preview of Fareway' })).toBeVisible()
  await expectAccessible(page)

  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

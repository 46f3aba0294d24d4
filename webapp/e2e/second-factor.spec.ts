import type { Page } from '@playwright/test'
import { logIn } from './support/account'
import { ADMIN_PASSWORD, makeAdministrator, removeAdministrator } from './support/administrator'
import { post } from './support/api'
import { mailed } from './support/sandbox'
import { expect, expectGoodAtAnyWidth, expectNoSidewaysScroll, open, test } from './support/test'
import { codeOf } from './support/totp'

let username = ''

test.beforeEach(() => {
  username = makeAdministrator()
})
test.afterEach(() => removeAdministrator(username))

const panel = (page: Page) => page.getByRole('region', { name: 'Your second factor' })

async function enterPassword(page: Page, code?: string) {
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabel('Password').fill(ADMIN_PASSWORD)
  if (code) await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Answers the key that the page shows to be typed. */
async function setUp(page: Page) {
  await logIn(page, username, ADMIN_PASSWORD)
  await open(page, '/admin-settings')
  await panel(page).getByRole('button', { name: 'Set up' }).click()
  await enterPassword(page)
  const scan = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  return ((await scan.locator('code').textContent()) ?? '').trim()
}

test('r005 an administrator sets up a second factor, and from then on proves themselves with a code', async ({
  page,
}) => {
  const key = await setUp(page)
  await expectGoodAtAnyWidth(page)
  const scan = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  const first = codeOf(key)
  await scan.getByRole('textbox', { name: 'Code' }).fill(first)
  await scan.getByRole('button', { name: 'Confirm' }).click()

  const codes = page.getByRole('alertdialog', { name: 'Keep your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectGoodAtAnyWidth(page)
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Save as a file' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await codes.getByRole('button', { name: 'I’ve kept them' }).click()
  await expect(panel(page)).toContainText('10 recovery codes are left.')
  await mailed(`${username}@operator.example`, /An authenticator app was set up/)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  // Signing in again is no step-up any more: what it would open asks for password and code.
  await post(page, '/api/auth/logout', {})
  await logIn(page, username, ADMIN_PASSWORD)
  const refused = await post(page, '/api/admin/login', {})
  expect([refused.status(), (await refused.json()).code]).toEqual([401, 'REAUTH_REQUIRED'])
  const without = await post(page, '/api/admin/login', { password: ADMIN_PASSWORD })
  expect([without.status(), (await without.json()).code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
  const again = await post(page, '/api/admin/login', { password: ADMIN_PASSWORD, code: first })
  expect([again.status(), (await again.json()).code]).toEqual([401, 'SECOND_FACTOR_INVALID'])

  await open(page, '/admin-settings')
  await panel(page).getByRole('button', { name: 'New recovery codes' }).click()
  await enterPassword(page, '000000')
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
  await expectGoodAtAnyWidth(page)
  // A device may be a step early: the test need not wait for the next one.
  await dialog.getByLabel('Code').fill(codeOf(key, 1))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expect(codes).not.toContainText(recoveryCode)
  await codes.getByRole('button', { name: 'I’ve kept them' }).click()
})

test('r005 a lost device is replaced with a recovery code', async ({ page }) => {
  const oldKey = await setUp(page)
  const scan = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  const codes = page.getByRole('alertdialog', { name: 'Keep your recovery codes' })
  await scan.getByRole('textbox', { name: 'Code' }).fill(codeOf(oldKey))
  await scan.getByRole('button', { name: 'Confirm' }).click()
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [recoveryCode = ''] = await codes.getByRole('listitem').allInnerTexts()
  await codes.getByRole('button', { name: 'I’ve kept them' }).click()

  await panel(page).getByRole('button', { name: 'Replace device' }).click()
  await enterPassword(page, recoveryCode)
  const key = ((await scan.locator('code').textContent()) ?? '').trim()
  expect(key).not.toBe(oldKey)
  await scan.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
  await scan.getByRole('button', { name: 'Confirm' }).click()
  await codes.getByRole('button', { name: 'I’ve kept them' }).click()

  await expect(panel(page)).toContainText('10 recovery codes are left.')
  await mailed(`${username}@operator.example`, /A recovery code of your administrator account was used\. 9 are left\./)
  const used = await post(page, '/api/admin/login', { password: ADMIN_PASSWORD, code: recoveryCode })
  expect((await used.json()).code).toBe('SECOND_FACTOR_INVALID')
  const proved = await post(page, '/api/admin/login', { password: ADMIN_PASSWORD, code: codeOf(key, 1) })
  expect(proved.ok()).toBe(true)
})

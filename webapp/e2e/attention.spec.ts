import type { Page } from '@playwright/test'
import { book, cancelTrip, signInAsAdmin } from './support/account'
import { freshEmail } from './support/booking'
import { patience } from './support/patience'
import { expect, expectGoodAtAnyWidth, expectNoSidewaysScroll, open, test } from './support/test'

/** Pays, and sends every refund back. */
const REFUND_FAILS = '4000 0000 0000 5126'

/** The case of a booking in the administrator's list, which is read anew until it stands there. */
async function caseOf(page: Page, reference: string) {
  const payments = page.getByRole('region', { name: 'Payments that need a decision' })
  const found = payments.getByRole('listitem').filter({ has: page.getByRole('heading', { name: reference }) })
  await expect(async () => {
    await open(page, '/admin-settings')
    await expect(found).toBeVisible({ timeout: patience(10_000) })
  }).toPass()
  return found
}

test('a refund that a bank sends back waits for a person, who reads what happened and books it as paid by hand', async ({
  page,
}) => {
  // The bank has second thoughts some seconds after the refund.
  test.slow()
  const trip = await book(page, 'JFK', 'LHR', freshEmail(), REFUND_FAILS)
  await cancelTrip(page, trip.id)
  await signInAsAdmin(page)

  const item = await caseOf(page, trip.duffelBookingId)

  await expect(item).toContainText('The money was taken.')
  await expect(item).toContainText(/Refund 1.*(sent back by the bank|refused)/)
  await expect(item).toContainText('visa ending in 5126')
  await expect(item.getByRole('button')).toHaveText(['Check again now', 'Refund paid another way'])
  const paid = item.getByRole('button', { name: 'Refund paid another way' })
  await expect(paid).toHaveAccessibleDescription(/^\$[\d,.]+ is owed to the traveler$/)
  await item.getByText('What happened').click()
  await expect(item.getByText(/ refund-1 1: done, status 200, request /)).toBeVisible()
  await expectGoodAtAnyWidth(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)

  await paid.click()
  const dialog = page.getByRole('dialog', { name: 'Refund paid another way' })
  await dialog.getByRole('button', { name: 'Refund paid another way' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('How you paid it, and where this is documented').fill('Paid by bank transfer, ticket 4711')
  await dialog.getByRole('button', { name: 'Refund paid another way' }).click()

  await expect(dialog).toBeHidden()
  await expect(item).toHaveCount(0)
})

import { beginBooking, buy } from './support/booking'
import { expect, expectAccessible, test } from './support/test'

const CHALLENGED = '4000 0027 6000 3184'

test('r036 a cardholder who passes his bank finds his booking confirmed', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await page.getByRole('button', { name: 'Complete' }).click({ timeout: 20_000 })

  await expect(page).toHaveURL(/\/booking\?.*payment=/)
  await expect(page.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible({ timeout: 40_000 })
  await expectAccessible(page)
})

test('r036 a cardholder who fails his bank is told that nothing was charged', async ({ page }) => {
  test.setTimeout(90_000)
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await page.getByRole('button', { name: 'Fail' }).click({ timeout: 20_000 })

  await expect(page.getByRole('heading', { name: 'Booking Failed' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Nothing was charged.')).toBeVisible()
})

import { beginBooking, buy } from './support/booking'
import { expect, expectAccessible, test } from './support/test'

const CHALLENGED = '4000 0027 6000 3184'

test('r036 a cardholder who passes his bank finds his booking confirmed', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  const email = await buy(page, CHALLENGED)
  await page.getByRole('button', { name: 'Complete' }).click({ timeout: 20_000 })

  await expect(page).toHaveURL(/\/booking\?.*payment=/)
  await expect(page.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(`Tickets and receipt are on their way to ${email}.`)).toBeVisible()
  await expectAccessible(page)
})

test('r036 a cardholder who fails his bank is told that nothing was charged', async ({ page }) => {
  test.setTimeout(90_000)
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await page.getByRole('button', { name: 'Fail' }).click({ timeout: 20_000 })

  await expect(page.getByRole('heading', { name: 'Booking Failed' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Nothing was charged.')).toBeVisible()

  await page.getByRole('link', { name: 'Try another card' }).click()
  await expect(page.getByRole('heading', { name: 'Who is travelling?' })).toBeVisible()
  const first = page.getByRole('region', { name: 'Passenger 1' })
  await expect(first.getByLabel('First name')).toHaveValue('Maya')
  await expect(first.getByLabel('Phone number')).not.toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('Okafor')
})

test('r036 Back from the bank, a reload and a second tab lead to the bank again', async ({ page, context }) => {
  test.setTimeout(120_000)
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible({ timeout: 20_000 })

  await page.goBack()
  const way = page.getByRole('link', { name: 'Continue to your bank' })
  await expect(way).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(way).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('link', { name: 'Continue to your bank' }).click()
  await second.getByRole('button', { name: 'Complete' }).click({ timeout: 20_000 })

  for (const tab of [second, page]) {
    await expect(tab.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible({ timeout: 40_000 })
  }
})

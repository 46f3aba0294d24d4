import {
  beginBooking,
  buy,
  expectConfirmed,
  fillCard,
  fillPassengers,
  maya,
  payButton,
  toBank,
  toPayment,
  toSeats,
} from './support/booking'
import { patience } from './support/patience'
import { expect, expectGoodAtAnyWidth, test } from './support/test'

const CHALLENGED = '4000 0027 6000 3184'

test('r036 r045 a cardholder who passes the bank finds the booking confirmed, and opens the trip', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  const email = await buy(page, CHALLENGED)
  const way = page.getByRole('link', { name: 'Continue to your bank' })
  await expect(way).toBeFocused({ timeout: patience(20_000) })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Complete' }).click({ timeout: patience(20_000) })

  await expect(page).toHaveURL(/\/booking\?.*payment=/)
  await expectConfirmed(page)
  await expect(page.getByText(`A confirmation is on its way to ${email}.`)).toBeVisible()
  await expectGoodAtAnyWidth(page)

  await page.getByRole('link', { name: 'View your trip' }).click()
  await expect(page.getByRole('heading', { name: 'New York to Los Angeles' })).toBeVisible()
})

test('r017 r036 a cardholder who fails the bank is told that nothing was charged, and pays with another card for the same names and seat', async ({
  page,
}) => {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await toSeats(page)
  await page.locator('button.seat:enabled').last().click()
  await toPayment(page)
  await fillCard(page, CHALLENGED)
  const search = new URL(page.url()).searchParams.get('from_departureDate')
  await payButton(page).click()
  await toBank(page)
  await page.getByRole('button', { name: 'Fail' }).click({ timeout: patience(20_000) })

  await expect(page.getByRole('heading', { name: 'Booking Failed' })).toBeVisible({ timeout: patience(60_000) })
  await expect(page.getByText(/nothing (was|has been) charged/i)).toHaveCount(1)

  await page.getByRole('link', { name: 'Try another card' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('Okafor')
  expect(new URL(page.url()).searchParams.get('from_departureDate')).toBe(search)
  await page.getByRole('button', { name: 'Back to Seat Selection' }).click()
  await expect(page.locator('button.seat.mine')).toHaveCount(1)
  await toPayment(page)

  await fillCard(page)
  await payButton(page).click()
  await expectConfirmed(page)
  await expect(page.getByText('Maya Okafor').first()).toBeVisible()
})

test('r036 Back from the bank, a reload and a second tab lead to the bank again', async ({ page, context }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await toBank(page)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible({ timeout: patience(20_000) })

  await page.goBack()
  const way = page.getByRole('link', { name: 'Continue to your bank' })
  await expect(way).toBeVisible()
  await expectGoodAtAnyWidth(page)
  await page.reload()
  await expect(way).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  await second.getByRole('link', { name: 'Continue to your bank' }).click()
  await second.getByRole('button', { name: 'Complete' }).click({ timeout: patience(20_000) })

  for (const tab of [second, page]) await expectConfirmed(tab)
})

test('r036 Back from the bank offers another card, which pays for the same trip at once', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, CHALLENGED)
  await toBank(page)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible({ timeout: patience(20_000) })
  await page.goBack()

  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByText('You cancelled this payment. You haven’t been charged.')).toBeVisible({
    timeout: patience(40_000),
  })
  await expectGoodAtAnyWidth(page)
  await page
    .getByRole('link', { name: 'Try another card' })
    .or(page.getByRole('button', { name: 'Try another card' }))
    .click()
  await fillCard(page)
  await payButton(page).click()

  await expectConfirmed(page)
})

test('r036 a browser that did not begin the booking says nothing of its end, and how to learn of it', async ({
  page,
}) => {
  await page.goto('/booking?payment=019f0000-0000-7000-8000-000000000000&redirect_status=succeeded')

  await expect(page.getByRole('heading', { name: 'This browser can’t show your booking' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'E-mail me a link' })).toBeVisible()
  await expectGoodAtAnyWidth(page)
})

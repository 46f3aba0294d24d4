import type { Page } from '@playwright/test'
import { beginBooking, buy, expectConfirmed, fillPassengers, maya, payButton, skipSeats } from './support/booking'
import { patience } from './support/patience'
import { expect, expectGoodAtAnyWidth, test } from './support/test'

const CONFIRM_MS = patience(40_000)

const confirmed = { name: 'Booking confirmed!' }
const confirming = { name: 'We are confirming your booking with the airline' }

test('a reload of the confirmation shows the ticket again, without the password', async ({ page }) => {
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await buy(page)
  await expectConfirmed(page)
  await expect(page.getByRole('heading', { name: 'Your new account' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Your ticket' })).toContainText(/E-ticket \d{13}/)

  await page.reload()

  await expect(page.getByRole('heading', confirmed)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Your ticket' })).toContainText('Maya Okafor')
  await expect(page.getByRole('heading', { name: 'Your new account' })).toHaveCount(0)
  await expectGoodAtAnyWidth(page)

  await page.goto(`/flight/${offer}`)
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('heading', confirmed)).toBeVisible()
})

/** The phone number is typed last. */
const untilKept = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/passengers') && (answer.request().postData() ?? '').includes('+1 617 555 0118'),
  )

test('r017 r023 a reload between the passengers keeps what was typed, and no passport', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LHR')
  const kept = untilKept(page)
  await fillPassengers(page, [maya])
  expect((await kept).request().postData()).not.toContain('56501198')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await expect(page.getByLabel('First name')).toHaveValue('Maya')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1989-04-18')
  await expect(page.getByLabel('Passport number')).toHaveValue('')
  await expect(page.getByText('Please enter your passport details again.')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('Okafor')
})

test('r017 a reload at the payment stays there where no passport is asked for', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  const kept = untilKept(page)
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await kept
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Passengers, seats and bags' })).toContainText('Maya Okafor')
  await expectGoodAtAnyWidth(page)
})

test('r028 a pending booking is found again after a reload and in another tab', async ({ page, context }) => {
  await beginBooking(page, 'LHR', 'LGW')
  await buy(page)
  await expect(page.getByRole('heading', confirming)).toBeVisible({ timeout: CONFIRM_MS })

  await page.reload()
  await expect(page.getByRole('heading', confirming)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', confirming)).toBeVisible()
})

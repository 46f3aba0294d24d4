import type { Locator } from '@playwright/test'
import { bookTrip, signIn } from './support/account'
import { patience } from './support/patience'
import { expect, expectAccessible, expectNoSidewaysScroll, isPhone, test } from './support/test'

/** Pixels between one part and the one under it. */
async function gapBelow(upper: Locator, lower: Locator) {
  const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
  return above && below ? Math.round(below.y - above.y - above.height) : Number.NaN
}

test('s156 a guest is asked to sign in', async ({ page }) => {
  await page.goto('/my-trips')

  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmy-trips$/)
})

test('s158-s164 a trip is looked at, and cancelled for what was quoted', async ({ page }) => {
  await signIn(page)
  await bookTrip(page, 'JFK', 'LHR')
  await page.goto('/my-trips')

  const trip = page.getByRole('article', { name: /New York to London/ })
  await expect(trip).toContainText('One Way')
  await expect(trip).toContainText('3 passengers')
  await expect(trip).toContainText('Confirmed')
  await expectAccessible(page)

  await trip.getByRole('button', { name: /^View Details/ }).click()
  const details = page.getByRole('dialog', { name: 'Booking Details' })
  await expect(details.getByText('Maya Okafor')).toBeVisible()
  await expect(details.getByText('New York (JFK) to London (LHR)')).toBeVisible()
  await expect(details.getByText('This is a test booking.')).toBeVisible()
  await expect(details.getByRole('region', { name: 'Your fare' })).toContainText(/cabin bag|bags included/i)
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Cancel Booking' }).click()

  const question = page.getByRole('alertdialog', { name: 'Cancel New York to London?' })
  const refund = await question.locator('dt', { hasText: 'Refund to your card' }).locator('+ dd').textContent()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Yes, Cancel Booking' }).click()

  // A toast, which goes away.
  await expect(page.getByText('Booking cancelled')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Cancelled 1' })).toBeVisible()
  const outcome = `New York to London is cancelled. ${refund} goes back to your card.`
  await expect(page.getByRole('status').filter({ hasText: outcome })).toBeFocused()
  await page.getByRole('tab', { name: /Cancelled/ }).click()
  await expect(trip).toContainText(refund ?? '')
  await expect(trip.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
  await expectAccessible(page)
})

/** In how many lines the browser sets the last words of an element. */
const linesOfLastWords = (element: Element) => {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).lastChild() as Text
  const range = document.createRange()
  range.setStart(text, text.data.lastIndexOf(' ') + 1)
  range.setEnd(text, text.data.length)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('s163 the wait between two flights stands on one line, on a phone too', async ({ page }) => {
  await signIn(page)
  // The sandbox sells connections alone there; elsewhere the cheapest flight of a day may be nonstop.
  await bookTrip(page, 'LHR', 'DXB')
  await page.goto('/my-trips')
  await page.getByRole('button', { name: /^View Details/ }).click()

  const wait = page.getByRole('dialog').getByText(/^1 stop, /)
  expect(await wait.evaluate(linesOfLastWords)).toBe(1)
})

test('s160 No keeps the booking, and the focus goes back to where it was', async ({ page }) => {
  await signIn(page)
  await bookTrip(page, 'JFK', 'LHR')
  await page.goto('/my-trips')
  const cancel = page.getByRole('button', { name: 'Cancel New York to London' })
  await cancel.click()

  const keep = page.getByRole('button', { name: 'No, Keep Booking' })
  const cancelIt = page.getByRole('button', { name: 'Yes, Cancel Booking' })
  // What is paid back comes later, above both.
  if (isPhone(page)) await expect.poll(() => gapBelow(keep, cancelIt)).toBe(16)
  await keep.click()

  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(cancel).toBeFocused()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('r037 a refund as airline credit is named as such', async ({ page }) => {
  await signIn(page)
  await bookTrip(page, 'LTN', 'SYD')
  await page.goto('/my-trips')

  await page.getByRole('button', { name: /^Cancel/ }).click()

  await expect(page.getByRole('alertdialog').getByText('Airline credit', { exact: true })).toBeVisible()
})

test('s157 a list that cannot be read says so, and comes by itself once it can be', async ({ page }) => {
  await signIn(page)
  const list = '**/api/bookings'
  await page.route(list, (route) => route.fulfill({ status: 503, json: { message: 'The service is away.' } }))
  await page.goto('/my-trips')
  await expect(page.getByRole('heading', { name: 'We couldn’t load your trips' })).toBeVisible()
  await expectAccessible(page)

  await page.unroute(list)

  await expect(page.getByRole('heading', { name: 'No trips found' })).toBeVisible({ timeout: patience(40_000) })
})

test.describe('dark', () => {
  test.use({ colorScheme: 'dark' })

  test('r009 trips and their dialogs are accessible in the dark', async ({ page }) => {
    await signIn(page)
    await bookTrip(page, 'JFK', 'LHR')
    await page.goto('/my-trips')
    await page.getByRole('article').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: /^Cancel/ }).click()
    await expect(page.getByText('Refund to your card', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

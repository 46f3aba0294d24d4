import { beginBooking, fillPassengers, maya } from './support/booking'
import { openResults } from './support/search'
import { expect, expectGoodAtAnyWidth, test } from './support/test'

test('without a connection a link keeps its page, which says so, and leads on once the connection is back', async ({
  page,
  context,
}) => {
  await openResults(page)
  const results = page.url()
  await context.setOffline(true)
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await expect(page.getByText("You're offline.")).toBeInViewport()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(page.url()).toBe(results)
  await expectGoodAtAnyWidth(page)

  await context.setOffline(false)
  await expect(page).toHaveURL(/\/flight\//)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText("You're offline.")).toHaveCount(0)
})

test('s129 without a connection the seats are waited for, and come once it is back', async ({ page, context }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue to seats' }).filter({ visible: true }).click()
  await expect(page.getByText(/^You are offline, so the seat map could not be loaded/)).toBeVisible()
  await expectGoodAtAnyWidth(page)

  await context.setOffline(false)
  await expect(page.getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByText('Seat Selection Unavailable')).toHaveCount(0)
})

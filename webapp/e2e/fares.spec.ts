import type { Page } from '@playwright/test'
import { buy, freshDay } from './support/booking'
import { patience } from './support/patience'
import { openResults } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

/** Of an airline's own flight: Duffel Airways, the cheapest on some days, sells each in one fare. */
const openFlightOfSeveralFares = (page: Page) =>
  page
    .getByRole('link', { name: /^View Details: (?!.*Duffel Airways)/ })
    .first()
    .click()

test('another fare of the same flights is chosen in its place and booked', async ({ page }) => {
  await openResults(page, {
    origin: 'JFK',
    destination: 'LAX',
    departureDate: freshDay(),
    returnDate: undefined,
    adultsCount: 1,
  })
  await openFlightOfSeveralFares(page)
  const fares = page.getByRole('radiogroup', { name: 'Fare' }).getByRole('radio')
  const dearest = fares.last()
  await dearest.scrollIntoViewIfNeeded()
  await expectAccessible(page)
  const before = new URL(page.url())
  const place = () => dearest.evaluate((radio) => radio.getBoundingClientRect().top)
  const top = await place()

  await dearest.check()

  await expect(page).not.toHaveURL(before.href)
  await expect(dearest).toBeFocused()
  await expect.poll(async () => Math.abs((await place()) - top)).toBeLessThan(4)
  expect(new URL(page.url()).search).toBe(before.search)
  const column = page.locator('label').filter({ has: page.locator(':checked') })
  const [total = ''] = /\$[\d,]+/.exec((await column.textContent()) ?? '') ?? []
  await expect(page.getByRole('region', { name: 'Price summary' }).getByText(total)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page
    .getByRole('link', { name: /Book This Flight|Book Now/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Your trip' })).toContainText(total)
  await buy(page)
  await expect(page.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible({ timeout: patience(40_000) })
})

test('Back leads from a chosen fare to the results, not through every fare looked at', async ({ page }) => {
  await openResults(page, { departureDate: freshDay(), returnDate: undefined })
  await openFlightOfSeveralFares(page)
  const fares = page.getByRole('radiogroup', { name: 'Fare' }).getByRole('radio')
  await fares.last().waitFor()
  const before = page.url()
  await fares.last().check()
  await expect(page).not.toHaveURL(before)

  await page.goBack()

  await expect(page).toHaveURL(/\/search\?/)
})

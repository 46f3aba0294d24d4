import type { Page } from '@playwright/test'
import { freshDay } from './support/booking'
import { patience } from './support/patience'
import { after, openResults } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

/** A common phone. */
const PHONE = { width: 390, height: 844 }

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Prices by departure and return' })
const chosenIn = (page: Page) => gridOf(page).locator('[aria-current=true]')
const emptyIn = (page: Page) => gridOf(page).getByRole('link', { name: /, not looked up/ })

/** How many days of departure are cut by the fixed column, once the grid has been scrolled by so many pixels. */
const cutAfter = (page: Page, pixels: number) =>
  gridOf(page).evaluate(async (grid, by) => {
    grid.parentElement?.scrollBy({ left: by, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const [fixed, ...days] = [...grid.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect())
    const edge = fixed?.right ?? 0
    return days.filter(({ left, right }) => left < edge - 1 && right > edge + 1).length
  }, pixels)

/** The other dates of which a price is seen. */
const pricedIn = (page: Page) =>
  gridOf(page)
    .locator('a:not([aria-current])')
    .filter({ hasText: /^from / })

/** The dates that the page's address names. */
function datesOf(page: Page) {
  const { searchParams } = new URL(page.url())
  return ['departureDate', 'returnDate', 'dates'].map((name) => searchParams.get(name))
}

test('day05 day06 other dates are seen, empty ones looked up, and one of them is followed and left again', {
  tag: '@any-width',
}, async ({ page }) => {
  const departureDate = freshDay()
  const returnDate = after(departureDate, 7)
  await openResults(page, { departureDate, returnDate })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  const button = page.getByRole('button', { name: 'Dates', exact: true })
  await expect(button).toHaveAttribute('aria-expanded', 'false')

  await button.click()

  await expect(page).toHaveURL(/[?&]dates=1(&|$)/)
  await expect(chosenIn(page)).toHaveText(/^from \$[\d,]+/)
  await expect(chosenIn(page)).toBeInViewport()
  await expect(gridOf(page).getByRole('link')).toHaveCount(49)
  expect(asked.filter((path) => /flights\/(search|dates\/stream)/.test(path))).toEqual([])
  await expectAccessible(page)
  const own = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  for (const pixels of [-9_999, 70, 70, 9_999]) expect(await cutAfter(page, pixels)).toBe(0)
  if (own) await page.setViewportSize(own)

  const empty = await emptyIn(page).count()
  await page.getByRole('button', { name: 'Look up the empty days' }).click()
  await expect(page.getByText(/^Looked up \d+ of \d+\./).first()).toBeVisible({ timeout: patience(60_000) })
  await expect.poll(() => emptyIn(page).count()).toBeLessThan(empty)

  // By its dates: prices of days before it may still come in.
  const other = (await pricedIn(page).first().getAttribute('data-dates')) ?? ''
  await gridOf(page).locator(`[data-dates="${other}"]`).click()
  await expect.poll(() => datesOf(page)).toEqual([...other.split('_'), '1'])
  await page.getByText(/^Showing \d/).waitFor()
  await expect(chosenIn(page)).toHaveAttribute('data-dates', other)

  await page.goBack()
  await expect.poll(() => datesOf(page)).toEqual([departureDate, returnDate, '1'])
  await expect(chosenIn(page)).toHaveAttribute('data-dates', `${departureDate}_${returnDate}`)
  await expect(chosenIn(page)).toBeFocused()

  await page.getByRole('button', { name: 'Close dates' }).click()
  await expect(page).not.toHaveURL(/[?&]dates=/)
  await expect(button).toBeFocused()
})

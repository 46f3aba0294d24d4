import type { Page } from '@playwright/test'
import { openResults } from './support/search'
import { expect, open, test } from './support/test'

/** Only there does Back stand for a way out of what lies over the page. */
const PHONE = { tag: '@phone' }

/** Which of the browser's entries the page stands on. */
const entryOf = (page: Page) => page.evaluate(() => navigation.currentEntry?.index ?? -1)

const openFilters = async (page: Page) => {
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
}

test('Back closes the filters, and then takes the filter back', PHONE, async ({ page }) => {
  await openResults(page)
  const [before, entry] = [page.url(), await entryOf(page)]
  await openFilters(page)
  await expect.poll(() => entryOf(page)).toBe(entry + 1)
  await page.getByRole('switch', { name: 'Refundable only' }).check()
  await expect(page).not.toHaveURL(before)
  const filtered = page.url()
  // The filter has taken the place of the entry that lay over the page, and another one lies over the filter.
  await expect.poll(() => entryOf(page)).toBe(entry + 2)

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(filtered)
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1')
  await page.goBack()
  await expect(page).toHaveURL(before)
  await expect(page.getByRole('button', { name: /^Filters/ })).not.toContainText('1')
})

test('filters that are closed by their button leave nothing to go back to', PHONE, async ({ page }) => {
  await open(page, '/faq')
  await openResults(page)
  const entry = await entryOf(page)
  await openFilters(page)
  await expect.poll(() => entryOf(page)).toBe(entry + 1)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => entryOf(page)).toBe(entry)

  await page.goBack()
  await expect(page).toHaveURL(/\/faq/)
})

test('a price that was set in the filters still holds when they are closed', PHONE, async ({ page }) => {
  await openResults(page)
  await openFilters(page)
  const highest = page.getByRole('slider', { name: 'Highest price' })
  // The scale grows with the flights that the filters ask for.
  const isLowered = () => highest.evaluate((it) => Number(it.ariaValueNow) < Number(it.ariaValueMax))
  await highest.press('PageDown')
  await expect.poll(isLowered).toBe(true)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openFilters(page)
  await expect.poll(isLowered).toBe(true)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1')
})

test('Back ends a comparison, and the next Back leaves the results', PHONE, async ({ page }) => {
  await open(page, '/faq')
  await openResults(page)
  const compare = page.getByRole('button', { name: /^Compare / })
  await compare.nth(0).click()
  await compare.nth(1).click()
  await page.getByRole('button', { name: 'Compare 2 flights' }).click()
  const table = page.getByRole('region', { name: 'Flights side by side' })
  await expect(table).toBeVisible()

  await page.goBack()
  await expect(table).toBeHidden()
  await expect(page).not.toHaveURL(/compare=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/faq/)
})

test('a link in the menu leads on, and Back from there to the page it was opened on', PHONE, async ({ page }) => {
  await open(page, '/faq')
  await open(page, '/about')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'My Trips' }).click()
  await expect(page).toHaveURL(/\/(my-trips|login)/)

  await page.goBack()
  await expect(page).toHaveURL(/\/about/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/faq/)
})

test('Back closes the menu, and the page stays', PHONE, async ({ page }) => {
  await open(page, '/about')
  const entries = () => page.evaluate(() => window.history.length)
  const before = await entries()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  // The menu's entry comes just after it, faster than a thumb.
  await expect.poll(entries).toBe(before + 1)

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/about/)
})

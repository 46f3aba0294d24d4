import type { Page } from '@playwright/test'
import { freshDay } from './support/booking'
import { patience } from './support/patience'
import { openResults } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

const DAY_MS = 86_400_000
/** A common phone. */
const PHONE = { width: 390, height: 844 }
const KNOWN = /^\$([\d,.]+) with a bag each \((?:fare now )?\$([\d,.]+) \+ \$([\d,.]+)\)$/

const after = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
const cents = (amount = '') => Math.round(Number(amount.replaceAll(',', '')) * 100)
const toggleOf = (page: Page) => page.getByRole('button', { name: 'Price with a checked bag' })

/** What each card says, from the first one on: its sum with a bag in cents, or null where that is not known. */
async function sumsOf(page: Page) {
  const cards = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      price: article.getAttribute('aria-label')?.split('$')[1],
      bag: article.querySelector('.bag')?.textContent ?? null,
    })),
  )
  return cards.map(({ price, bag }) => {
    if (bag === null) return cents(price)
    const [, total, fare, bags] = KNOWN.exec(bag) ?? []
    if (!total) return null
    expect(cents(total), bag).toBe(cents(fare) + cents(bags))
    return cents(total)
  })
}

const isSorted = (sums: readonly (number | null)[]) => {
  const known = sums.filter((sum) => sum !== null)
  const unknownFrom = sums.indexOf(null)
  const isLast = unknownFrom === -1 || sums.slice(unknownFrom).every((sum) => sum === null)
  return isLast && known.every((sum, place) => place === 0 || (known[place - 1] ?? 0) <= sum)
}

/** Until nothing more is being asked for, and the list stands by all that is known. */
async function untilSorted(page: Page) {
  const order = page.getByRole('button', { name: 'Sort by price with a bag', exact: true })
  const settle = async () => {
    if (await order.isVisible()) await order.click()
    const isAsking = (await page.getByText('checking the bag price…').count()) > 0
    return !isAsking && isSorted(await sumsOf(page))
  }
  await expect(page.getByText(/^Sorted by price with a checked bag\./)).toBeVisible({ timeout: patience(40_000) })
  await expect.poll(settle, { timeout: patience(40_000) }).toBe(true)
}

test('bag07 a family finds the cheapest fare with a bag, and no search is sent for it', { tag: '@any-width' }, async ({
  page,
}) => {
  const departureDate = freshDay()
  await openResults(page, { departureDate, returnDate: after(departureDate, 7), adultsCount: 2, childrenCount: 1 })
  const searches: string[] = []
  const asked: string[][] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/flights/search')) searches.push(pathname)
    if (pathname === '/api/flights/bags') asked.push(searchParams.get('offers')?.split(',') ?? [])
  })
  await expect(toggleOf(page)).toHaveAttribute('aria-pressed', 'false')

  await toggleOf(page).click()

  await expect(page).toHaveURL(/[?&]bag=1(&|$)/)
  await untilSorted(page)
  expect(searches).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
  expect(Math.max(...asked.map((ids) => ids.length))).toBeLessThanOrEqual(10)
  expect(new Set(asked.flat()).size).toBe(asked.flat().length)
  expect(asked.flat().length).toBeLessThanOrEqual(30)
  const [first] = await sumsOf(page)
  expect(first).not.toBeNull()

  await expectAccessible(page)
  const own = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await expect(toggleOf(page)).toBeVisible()
  if (own) await page.setViewportSize(own)

  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect(page).toHaveURL(/\/flight\/.*from_bag=1/)
  await page.goBack()
  await expect(toggleOf(page)).toHaveAttribute('aria-pressed', 'true')

  await toggleOf(page).click()
  await expect(page).not.toHaveURL(/[?&]bag=/)
  await expect(page.locator('article .bag')).toHaveCount(0)
})

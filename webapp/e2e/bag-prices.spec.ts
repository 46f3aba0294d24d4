import { bagToggle, sumsOf, untilSorted } from './support/bag-prices'
import { freshDay } from './support/booking'
import { after, openResults } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

/** A common phone. */
const PHONE = { width: 390, height: 844 }

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
  await expect(bagToggle(page)).toHaveAttribute('aria-pressed', 'false')

  await bagToggle(page).click()

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
  await expect(bagToggle(page)).toBeVisible()
  if (own) await page.setViewportSize(own)

  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^View Details/ })
    .click()
  await expect(page).toHaveURL(/\/flight\/.*from_bag=1/)
  await page.goBack()
  await expect(bagToggle(page)).toHaveAttribute('aria-pressed', 'true')

  await bagToggle(page).click()
  await expect(page).not.toHaveURL(/[?&]bag=/)
  await expect(page.locator('article .bag')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { freshDay } from './support/booking'
import { openResults } from './support/search'
import { expect, expectAccessible, isPhone, test } from './support/test'

async function openFlight(page: Page) {
  await openResults(page)
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible()
}

test('s092 s093 the way into the booking stays in sight: above on wide screens, below on a phone', async ({ page }) => {
  await openFlight(page)
  const bar = page.getByRole('link', { name: 'Back to Search Results' }).locator('..')
  const above = bar.getByRole('link', { name: 'Book This Flight' })
  const below = page.getByRole('link', { name: 'Book Now' })
  const [pinned, other] = isPhone(page) ? [below, above] : [above, below]
  await expect(pinned).toBeInViewport({ ratio: 1 })
  const top = (await pinned.boundingBox())?.y

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 20_000)

  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(pinned).toBeInViewport({ ratio: 1 })
  await expect(other).toBeHidden()
  if (isPhone(page)) expect((await pinned.boundingBox())?.y).toBe(top)
})

test('r039 a fare that the airline has raised says so in numbers, and the list shows the newer price', async ({
  page,
}) => {
  await openResults(page, { origin: 'LHR', destination: 'STN', departureDate: freshDay(), returnDate: undefined })
  const first = page.getByRole('link', { name: /View Details/ }).first()
  const href = (await first.getAttribute('href')) ?? ''
  const link = page.locator(`a[href="${href}"]`)
  const [before = ''] = /\$[\d,]+$/.exec((await link.getAttribute('aria-label')) ?? '') ?? []

  await link.click()

  const notice = page.getByText(/^The airline raised this fare from/).filter({ visible: true })
  await expect(notice).toContainText(`from ${before} to $`)
  await expectAccessible(page)
  const [, now = ''] = /to (\$[\d,]+) while/.exec((await notice.textContent()) ?? '') ?? []

  await page.getByRole('link', { name: 'Back to Search Results' }).click()

  await expect(link).toHaveAccessibleName(new RegExp(`\\${now}$`))
})

import type { Locator, Page } from '@playwright/test'
import { beginBooking, fillPassengers, maya, toSeats } from './support/booking'
import { expect, isPhone, test } from './support/test'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not drawn`)
  return { ...box, part: String(part) }
}

type Box = Awaited<ReturnType<typeof boxOf>>

function overlap(one: Box, other: Box) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0
}

/** Which of the parts a toast covers. All are looked at together: it stands for four seconds. */
async function coveredBy(toast: Locator, ...parts: Locator[]) {
  const [own, others] = await Promise.all([boxOf(toast), Promise.all(parts.map(boxOf))])
  return others.filter((other) => overlap(own, other)).map(({ part }) => part)
}

const freeSeat = (page: Page) => page.locator('button.seat:enabled:not(.mine)').first()

async function chooseSeat(page: Page) {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await toSeats(page)
  await freeSeat(page).click()
  const toast = page.getByRole('region', { name: /Notifications/ }).locator('[data-part=root]')
  await expect(toast).toContainText('Seat Selected')
  return toast
}

test('r019 on a tablet a toast leaves the links of the header free', { tag: '@any-width' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const toast = await chooseSeat(page)

  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await coveredBy(toast, page.getByRole('banner'))).toEqual([])
})

test('r019 a toast covers neither seats nor the way on', async ({ page }) => {
  const toast = await chooseSeat(page)

  await page.getByRole('grid').scrollIntoViewIfNeeded()
  if (isPhone(page)) {
    const [header, { y, height }] = await Promise.all([boxOf(page.getByRole('banner')), boxOf(toast)])
    expect(y + height).toBeLessThan(header.y + header.height + 40)
    return
  }
  const parts = [page.getByRole('grid'), page.getByRole('banner'), page.getByLabel('Legend')]
  expect(await coveredBy(toast, ...parts)).toEqual([])
})

test('r019 a toast of a window that was made narrow leaves the bar at its bottom free', { tag: '@any-width' }, async ({
  page,
}) => {
  const toast = await chooseSeat(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await freeSeat(page).click()

  await expect(toast).toHaveAttribute('data-placement', 'top')
  expect(await coveredBy(toast, page.getByRole('button', { name: /^Continue/ }))).toEqual([])
})

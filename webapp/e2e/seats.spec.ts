import type { Locator } from '@playwright/test'
import { beginBooking, fillPassengers, maya, toSeats } from './support/booking'
import { expect, expectAccessible, expectNoSidewaysScroll, isPhone, test } from './support/test'

/** CSS pixels of the smallest seat that a thumb hits. */
const LEAST = 36

test.beforeEach(async ({ page }) => {
  // Nine seats across.
  await beginBooking(page, 'JFK', 'LHR')
  await fillPassengers(page, [maya])
  await toSeats(page)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('s126 r009 seats are large enough for a thumb, and the page does not scroll sideways for it', async ({ page }) => {
  const seat = page.locator('.seat[data-seat]').first()

  for (const width of isPhone(page) ? [412, 390, 320] : [1440, 768]) {
    await page.setViewportSize({ width, height: 844 })
    expect((await seat.boundingBox())?.width, `at ${width} px`).toBeGreaterThanOrEqual(LEAST)
    await expectNoSidewaysScroll(page)
  }
})

const sidesOf = (part: Locator) =>
  part.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect()
    return { left, right }
  })

test('the cabin stays inside of its card, however narrow the window is', async ({ page }) => {
  const card = page.getByRole('tabpanel')
  const frame = page.getByRole('grid').locator('xpath=../..')

  for (const width of isPhone(page) ? [412, 390, 360, 320] : [1440, 768]) {
    await page.setViewportSize({ width, height: 844 })
    const [outer, inner] = await Promise.all([sidesOf(card), sidesOf(frame)])
    expect(inner.left, `at ${width} px`).toBeGreaterThanOrEqual(outer.left)
    expect(inner.right, `at ${width} px`).toBeLessThanOrEqual(outer.right)
  }
})

test('s126 each seat has its letter, and prices and marks stand before the map, on a phone folded behind what the seats cost', async ({
  page,
}) => {
  const legend = page.getByRole('list', { name: 'Legend' })
  if (isPhone(page)) {
    await expect(legend).toBeHidden()
    await page.getByText('Prices for Maya Okafor').click()
  }

  await expect(legend).toContainText('Taken')
  await expect(page.locator('button.seat:enabled').first()).toHaveText(/^[A-K]$/)
  await expectAccessible(page)
})

test('r017 a reload loses no chosen seat', async ({ page }) => {
  await page.locator('button.seat:enabled').last().click()
  const trip = page.getByRole('region', { name: 'Your trip' })
  await expect(trip).toContainText('Seats, 1 chosen')
  const total = await trip.locator('.total dd').textContent()
  await page.reload()

  await expect(page.getByRole('heading', { name: 'Who is traveling?' })).toBeVisible()
  await expect(trip).toContainText('Seats, 1 chosen')
  await expect(trip).toContainText(total ?? '')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('Okafor')
})

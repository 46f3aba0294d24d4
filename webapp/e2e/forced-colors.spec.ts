import type { Locator } from '@playwright/test'
import { beginBooking, fillPassengers, maya, toSeats } from './support/booking'
import { expect, open, test } from './support/test'

/** As under a contrast theme of Windows: fills, shadows and gradients are dropped. */
test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

const fillOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)

test('r009 in forced colours no two kinds of seat look alike', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LHR')
  await fillPassengers(page, [maya])
  await toSeats(page)
  const marks = page.getByRole('list', { name: 'Legend' }).locator('.seat')
  await marks.first().waitFor()

  const looks: string[] = []
  for (const mark of await marks.all()) looks.push((await mark.screenshot()).toString('base64'))
  expect(looks.length).toBeGreaterThan(3)
  expect(new Set(looks).size).toBe(looks.length)
})

test('r009 in forced colours what is chosen is filled, and a tick is seen', async ({ page }) => {
  await open(page, '/')
  const cabin = (name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) })
  expect(await fillOf(cabin('Economy'))).not.toBe(await fillOf(cabin('Business')))
  await page.getByRole('button', { name: /^Departure/ }).click()
  const day = (pressed: boolean) => page.getByRole('dialog').getByRole('button', { pressed }).last()
  expect(await fillOf(day(true))).not.toBe(await fillOf(day(false)))

  await open(page, '/register')
  const terms = page.getByRole('checkbox')
  const empty = await terms.screenshot()
  await terms.check()
  await page.mouse.move(0, 0)
  await terms.blur()
  expect(await terms.screenshot()).not.toEqual(empty)
})

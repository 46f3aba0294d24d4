import type { Page } from '@playwright/test'
import brands from '../../seeds/brands.json' with { type: 'json' }
import { bookOpenOffer, fillPassengers, maya, openFlight, payButton, toSeats } from './support/booking'
import { expect, expectAccessible, test } from './support/test'

async function expectReadableInBoth(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

for (const { key, name } of brands) {
  test(`r009 every step of a booking with ${name} is readable in light and in dark`, async ({ page }) => {
    await openFlight(page, 'JFK', 'LHR', key === 'default' ? '' : `brand=${key}`)
    await expectReadableInBoth(page)

    await bookOpenOffer(page)
    await toSeats(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Please complete' }).first()).toBeVisible()
    await expectReadableInBoth(page)

    await fillPassengers(page, [maya])
    await toSeats(page)
    await page.locator('button.seat:enabled').first().click()
    await expectReadableInBoth(page)
    await page.goBack()
    await toSeats(page)
    await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectReadableInBoth(page)
    await page.getByRole('button', { name: 'Continue without seats' }).click()
    await payButton(page).click()
    await expectReadableInBoth(page)
  })
}

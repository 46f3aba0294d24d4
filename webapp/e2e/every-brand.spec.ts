import type { Page } from '@playwright/test'
import brands from '../../seeds/brands.json' with { type: 'json' }
import { bookOpenOffer, fillPassengers, maya, openFlight, payButton, toSeats } from './support/booking'
import { expect, expectAccessible, expectReadable, test } from './support/test'

/** A brand decides about colours alone: all else is looked at in one scheme. */
async function expectReadableInBoth(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

for (const { key, name } of brands) {
  test(`r009 every step of a booking with ${name} is readable in light and in dark`, async ({ page }) => {
    await openFlight(page, 'JFK', 'LHR', key === 'default' ? '' : `brand=${key}`)
    await expectReadableInBoth(page)

    await bookOpenOffer(page)
    await toSeats(page)
    await expect(page.getByRole('group', { name: 'Please complete' })).toBeVisible()
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

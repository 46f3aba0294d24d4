import brands from '../../seeds/brands.json' with { type: 'json' }
import { bookOpenOffer, fillPassengers, freshDay, maya, payButton, toSeats } from './support/booking'
import { openResults } from './support/search'
import { expect, expectAccessible, test } from './support/test'

for (const { key, name } of brands) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`r009 every step of a booking with ${name} is readable in ${colorScheme}`, async ({ page }) => {
      test.setTimeout(90_000)
      await page.emulateMedia({ colorScheme })
      const search = { departureDate: freshDay(), returnDate: undefined, adultsCount: 1 }
      await openResults(page, search, key === 'default' ? '' : `brand=${key}`)
      await page
        .getByRole('link', { name: /View Details/ })
        .first()
        .click()
      await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible()
      await expectAccessible(page)

      await bookOpenOffer(page)
      await toSeats(page)
      await expect(page.getByRole('alert').filter({ hasText: 'Please complete' }).first()).toBeVisible()
      await expectAccessible(page)

      await fillPassengers(page, [maya])
      await toSeats(page)
      await page.locator('button.seat:enabled').first().click()
      await expectAccessible(page)
      await page.goBack()
      await toSeats(page)
      await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Continue Without Seats' }).click()
      await payButton(page).click()
      await expectAccessible(page)
    })
  }
}

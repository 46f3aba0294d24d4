import type { Page } from '@playwright/test'
import { bookOpenOffer, buy, expectConfirmed, freshDay } from './support/booking'
import { openResults } from './support/search'
import { expect, test } from './support/test'

/** The ends of the world: when it is Monday in one, it is Wednesday, or nearly, in the other. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

const longDate = (day: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00Z`),
  )

const clockTimes = async (page: Page, where: string) =>
  (((await page.locator(where).first().textContent()) ?? '').match(/\d{1,2}:\d{2}(?: [AP]M)?/g) ?? []).slice(0, 2)

for (const timezoneId of ZONES) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test(`s089 r029 a flight leaves on its airport's day and hour, read in ${timezoneId}`, async ({ page }) => {
      const day = freshDay()
      await openResults(page, { departureDate: day, returnDate: undefined, adultsCount: 1 })
      const found = await clockTimes(page, 'article')
      expect(found).toHaveLength(2)
      await page
        .getByRole('link', { name: /View Details/ })
        .first()
        .click()
      await expect(page.getByRole('main')).toContainText(longDate(day))
      for (const time of found) await expect(page.getByRole('main')).toContainText(time)

      await bookOpenOffer(page)
      await expect(page.getByRole('main')).toContainText(longDate(day))
      await buy(page)

      await expectConfirmed(page)
      await expect(page.getByLabel('Your ticket')).toContainText(longDate(day))
      for (const time of found) await expect(page.getByLabel('Your ticket')).toContainText(time)
    })
  })
}

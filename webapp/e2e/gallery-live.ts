import { test } from '@playwright/test'
import { beginBooking, fillPassengers, maya, payButton, skipSeats } from './support/booking'
import { field, pay, setLive, typeCard } from './support/live'
import { forEachLook } from './support/looks'

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ playwright, baseURL }) => setLive(await playwright.request.newContext({ baseURL }), true))
test.afterAll(async ({ playwright, baseURL }) => setLive(await playwright.request.newContext({ baseURL }), false))

/** What live mode alone has: the card provider's own fields. */
forEachLook(({ query, take }) => {
  test('hosted fields', async ({ page }) => {
    await beginBooking(page, 'JFK', 'LAX', query)
    await fillPassengers(page, [maya])
    await skipSeats(page)
    await field(page, 'card number').waitFor()
    await take(page, 'payment-hosted')
    await pay(page)
    await page.getByRole('main').getByText('Please enter a valid card number').waitFor()
    await take(page, 'payment-hosted-errors')
    await typeCard(page, '4000 0000 0000 0002')
    await page.getByLabel('Name on card').fill('Maya Okafor')
    await pay(page)
    await page.getByRole('alert').filter({ hasText: 'declined' }).waitFor()
    await payButton(page).waitFor()
    await take(page, 'payment-hosted-declined')
  })
})

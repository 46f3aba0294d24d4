import { beginBooking, expectConfirmed, fillPassengers, maya, payButton, skipSeats, VISA } from './support/booking'
import { field, pay, setLive, typeCard } from './support/live'
import { patience } from './support/patience'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ playwright, baseURL }) => setLive(await playwright.request.newContext({ baseURL }), true))
test.afterAll(async ({ playwright, baseURL }) => setLive(await playwright.request.newContext({ baseURL }), false))

test("r008 in live mode a card typed into the card provider's own fields pays, and its number never comes to us", async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await expect(field(page, 'card number')).toBeEnabled()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await pay(page)
  await expect(page.getByRole('main').getByText('Please enter a valid card number')).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Card number', { exact: true }).click()
  await expect(field(page, 'card number')).toBeFocused()
  await typeCard(page, '4242 4242 4242 4241')
  await expect(page.getByText('Your card number is invalid.')).toBeVisible()
  await typeCard(page, VISA)
  await page.getByLabel('Name on card').fill('Maya Okafor')
  await pay(page)

  await expectConfirmed(page)
  expect(sent.some((call) => call.includes('paymentMethodId'))).toBe(true)
  expect(sent.filter((call) => /4242 ?4242/.test(call))).toEqual([])
})

test("r008 a declined card gives the provider's fields back, empty", async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await typeCard(page, '4000 0000 0000 0002')
  await page.getByLabel('Name on card').fill('Maya Okafor')
  await pay(page)

  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await expect(field(page, 'card number')).toBeEnabled()
  await expect(field(page, 'card number')).toHaveValue('')
  await expect(payButton(page)).toBeEnabled()
  await expectAccessible(page)
})

test("r006 r008 a card of the provider's fields whose answer was lost is asked for again, and pays once", async ({
  page,
}) => {
  const keys = new Set<string | undefined>()
  let isAnswered = false
  await page.route('**/api/payments/process-card', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    if (isAnswered) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await typeCard(page, VISA)
  await page.getByLabel('Name on card').fill('Maya Okafor')
  await pay(page)
  await expect(page.getByText('We have no answer yet.', { exact: true })).toBeInViewport()
  await expect(page.getByRole('alert').filter({ hasText: 'Pay again to ask once more' })).toBeVisible({
    timeout: patience(40_000),
  })
  await expect(payButton(page)).toBeEnabled()
  await expectAccessible(page)

  isAnswered = true
  await pay(page)
  await expectConfirmed(page)
  expect(keys.size).toBe(1)
})

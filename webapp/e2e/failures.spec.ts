import type { Page } from '@playwright/test'
import {
  beginBooking,
  buy,
  DECLINED,
  expectConfirmed,
  fillCard,
  fillPassengers,
  maya,
  payButton,
  skipSeats,
  toSeats,
} from './support/booking'
import { patience } from './support/patience'
import { expireOffer, raisePrice, refuseOrder } from './support/sandbox'
import { expect, expectAccessible, test } from './support/test'

const CONFIRM_MS = patience(40_000)

/** A toast may have the same words for a name. */
const cardNumber = (page: Page) => page.getByRole('textbox', { name: 'Card number' })

/** As where no airline has the same flights any more: what the server found in an offer's place is left out. */
const withoutReplacement = (page: Page) =>
  page.route(/\/api\/flights\/(offer|verify-offer)\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const { replacement, ...body } = await response.json()
    await route.fulfill({ response, json: body })
  })

const confirming = { name: 'We are confirming your booking with the airline' }

test('s138 a declined card is told, keeps the holder, and another one pays', async ({ page }) => {
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page, DECLINED)

  await expect(page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first()).toBeVisible()
  await expect(cardNumber(page)).toBeFocused()
  await expect(cardNumber(page)).toHaveValue('')
  await expect(page.getByLabel('Security code')).toHaveValue('')
  await expect(page.getByLabel('Name on card')).toHaveValue('Maya Okafor')
  await expectAccessible(page)

  await fillCard(page)
  await payButton(page).click()
  await expectConfirmed(page)
})

test('s134 a card that cannot be right is told beside its field, and nothing is sent', async ({ page }) => {
  let payments = 0
  await page.route('**/api/payments/process-card', (route) => {
    payments += 1
    return route.continue()
  })
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page, '4242 4242 4242 4241')
  await payButton(page).click()

  await expect(page.getByText('The card number you entered is not valid').first()).toBeVisible()
  await expect(cardNumber(page)).toBeFocused()
  expect(payments).toBe(0)
})

test('s132 the warning of a wrong number stands beside its words, and not over the card in the field', async ({
  page,
}) => {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await payButton(page).click()
  const words = page.locator('#card-number-note')
  await expect(words).toBeVisible()

  // The page scrolls to what is wrong.
  const below = async () => {
    const [field, mark] = [await cardNumber(page).boundingBox(), await words.locator('svg').boundingBox()]
    return field && mark ? mark.y - field.y - field.height : Number.NaN
  }
  await expect.poll(below).toBeGreaterThanOrEqual(0)
})

test('s110 r017 an offer that expired before paying is told, and the traveller may stay', async ({ page }) => {
  await withoutReplacement(page)
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page)
  await expireOffer(offer)
  await payButton(page).click()

  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'This flight offer has expired. Please try another flight.' })
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Offer Expired' })).toBeDisabled()

  // What was typed waits for the next flight, without passport and card.
  await notice.getByRole('link', { name: 'Back to Search Results' }).click()
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /Book This Flight|Book Now/ })
    .first()
    .click()
  await expect(page.getByLabel('Last name')).toHaveValue('Okafor')
})

test('s110 c007 without a word of the traveller an expired offer leads back to its search', async ({ page }) => {
  await withoutReplacement(page)
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page)
  await expireOffer(offer)
  await payButton(page).click()

  await expect(page).toHaveURL(/\/search\?.*origin=JFK/, { timeout: patience(15_000) })
})

test('r003 a price that rose is told in numbers, and paid only when asked again', async ({ page }) => {
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page)
  await raisePrice(offer, 5000)
  await payButton(page).click()

  const notice = page.getByRole('alert').filter({ hasText: 'The price has changed' })
  await expect(notice).toContainText(/asks for \$[\d,.]+ instead of \$[\d,.]+\. Nothing was charged/)
  await expectAccessible(page)
  await payButton(page).click()
  await expectConfirmed(page)
})

test('r030 an airline that refuses the order costs the traveller nothing', async ({ page }) => {
  await beginBooking(page, 'LGW', 'STN')
  await buy(page)

  const notice = page.getByRole('alert').filter({ hasText: 'Booking Failed' })
  await expect(notice).toContainText('Nothing was charged', { timeout: CONFIRM_MS })
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('link', { name: 'Back to Search Results' })).toBeInViewport()
  await expect(payButton(page)).toHaveCount(0)
})

test('s140 r030 an order that the airline did not make is a failed booking', async ({ page }) => {
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await refuseOrder(offer, 'order_not_created')
  await buy(page)

  await expect(page.getByRole('alert').filter({ hasText: 'Booking Failed' })).toBeVisible({ timeout: CONFIRM_MS })
})

test('r028 an airline that does not say leads to a calm page without a second Pay button', async ({ page }) => {
  await beginBooking(page, 'LHR', 'LGW')
  await buy(page)

  await expect(page.getByRole('heading', confirming)).toBeVisible({ timeout: CONFIRM_MS })
  await expect(payButton(page)).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: /failed/i })).toHaveCount(0)
  await expectAccessible(page)
})

test('r028 an order that the airline makes later ends by itself as booked', async ({ page }) => {
  await beginBooking(page, 'LTN', 'STN')
  await buy(page)

  await expectConfirmed(page)
})

test('r006 r028 an answer that is lost is asked for again under the same key, and books once', async ({ page }) => {
  const keys: (string | undefined)[] = []
  await page.route('**/api/bookings', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The booking arrives; its answer does not.
    await route.fetch()
    return route.abort()
  })
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page)

  await expectConfirmed(page)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('s129 where there is no seat map the booking goes on without seats', async ({ page }) => {
  await page.route('**/api/flights/seatmaps/*', (route) => route.fulfill({ json: [] }))
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await toSeats(page)

  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expect(page.getByText('Seat Selection Unavailable.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Seat Selection' }).click()
  await expect(page.getByRole('heading', { name: 'Seat Selection Unavailable' })).toBeVisible()
})

test('r002 a live shop that takes no cards shows no card form', async ({ page }) => {
  await page.route('**/api/system/mode', (route) =>
    route.fulfill({ json: { isLiveMode: true, mode: 'live', known: true, liveCards: false } }),
  )
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)

  await expect(page.getByText('Card payment is not available here at the moment.')).toBeVisible()
  await expect(cardNumber(page)).toHaveCount(0)
  await expect(payButton(page)).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import {
  beginBooking,
  bookOpenOffer,
  buy,
  fillCard,
  fillPassengers,
  freshDay,
  maya,
  payButton,
  skipSeats,
} from './support/booking'
import { patience } from './support/patience'
import { expireOffer } from './support/sandbox'
import { openResults } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

const CONFIRM_MS = patience(40_000)
const KNOWN_MS = patience(40_000)
/** A little more than passes between two looks of the page at its offer. */
const NEXT_LOOK = '00:31'

const confirmed = { name: 'Booking confirmed!' }
const takeIt = (page: Page) => page.getByRole('button', { name: /^Continue for \$/ }).first()
const inNumbers = /still available for \$[\d,]+, (\$[\d,.]+ (more|less) than|the same price as) before/

async function openOffer(page: Page) {
  await openResults(page, {
    origin: 'JFK',
    destination: 'LAX',
    departureDate: freshDay(),
    returnDate: undefined,
    adultsCount: 1,
  })
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Price summary' })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/**
 * Ends an offer. The server knows one for some seconds after it has read it, and then asks the airlines for the same
 * flights: the next look of a page finds both.
 */
async function endOffer(page: Page, offer: string) {
  await expireOffer(offer)
  const replacement = async () => {
    const answer = await page.request.get(`/api/flights/verify-offer/${offer}`)
    return (await answer.json()).replacement?.offer_id
  }
  await expect.poll(replacement, { timeout: KNOWN_MS }).toBeTruthy()
}

/** Stops the page's clock right after a look at the offer: what comes next is not found by a look of its own. */
async function pauseAfterLook(page: Page) {
  const looked = page.waitForResponse('**/api/flights/verify-offer/*')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await looked
}

test('r038 an offer that expires under its page is replaced by one click, and booked', async ({ page }) => {
  await page.clock.install()
  const offer = await openOffer(page)
  await endOffer(page, offer)

  // Once: a jump also ends the patience with whatever is on its way.
  await page.clock.fastForward(NEXT_LOOK)
  await expect(page.getByRole('alert').filter({ hasText: inNumbers })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeIt(page).click()

  await expect(page).not.toHaveURL(new RegExp(offer))
  expect(await bookOpenOffer(page)).not.toBe(offer)
  await buy(page)
  await expect(page.getByRole('heading', confirmed)).toBeVisible({ timeout: CONFIRM_MS })
})

test('r038 the address of an offer that is gone leads to its replacement', async ({ page }) => {
  const offer = await openOffer(page)
  await endOffer(page, offer)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'This flight offer is no longer available' })).toBeVisible()
  await expectAccessible(page)
  await takeIt(page).click()

  await expect(page.getByRole('region', { name: 'Price summary' })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(offer))
})

test('r038 an offer that expires at the payment is replaced by one click, and booked with all that was typed', async ({
  page,
}) => {
  await page.clock.install()
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page)
  await pauseAfterLook(page)
  await endOffer(page, offer)
  await payButton(page).click()
  await page.clock.resume()

  const notice = page.getByRole('alert').filter({ hasText: inNumbers })
  await expect(notice).toBeVisible()
  // The choice waits: nothing leads away from it.
  await page.clock.fastForward('00:20')
  await expect(page).toHaveURL(/\/booking\?/)
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await takeIt(page).click()

  await expect(page.getByRole('status').filter({ hasText: 'You’re now booking the same flights for' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue(/4242$/)
  await expectAccessible(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', confirmed)).toBeVisible({ timeout: CONFIRM_MS })
  expect(new URL(page.url()).searchParams.get('offer')).not.toBe(offer)
})

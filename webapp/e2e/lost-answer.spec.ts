import type { Page } from '@playwright/test'
import {
  beginBooking,
  buy,
  expectConfirmed,
  fillCard,
  fillPassengers,
  maya,
  payButton,
  skipSeats,
} from './support/booking'
import { patience } from './support/patience'
import { expect, expectGoodAtAnyWidth, test } from './support/test'

/** The page sends four times before it leaves asking to the traveller. */
const GIVEN_UP_MS = patience(40_000)

const looking = { name: 'We are looking for your booking' }
const replacement = (page: Page) => page.getByRole('button', { name: /^Continue for/ })

test('r006 r028 a booking without an answer survives Back, is bought once, and its answer is asked for', async ({
  page,
}) => {
  const keys = new Set<string | undefined>()
  let isAnswered = false
  await page.route('**/api/bookings', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    if (isAnswered) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page)
  const askAgain = page.getByRole('button', { name: 'Ask again' })
  await expect(askAgain).toBeVisible({ timeout: GIVEN_UP_MS })
  await expect(page.getByRole('alert').filter({ hasText: 'We have no answer yet' })).toBeFocused()
  await expectGoodAtAnyWidth(page)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expect(page).toHaveURL(/step=payment/)
  await expect(page.getByRole('button', { name: /Seat Selection/ })).toHaveCount(0)
  await expect(payButton(page)).toHaveCount(0)
  await expect(replacement(page)).toHaveCount(0)
  await expect(page.getByText(/Nothing was charged|has expired/)).toHaveCount(0)

  isAnswered = true
  await askAgain.click()
  await expectConfirmed(page)
  expect(keys.size).toBe(1)
})

test('r006 r028 a booking whose page was reloaded before the answer is found again, and its flights not offered', async ({
  page,
}) => {
  let isKnown = false
  const unknown = { code: 'BOOKING_NOT_FOUND', message: 'There is no such booking.' }
  await page.route('**/api/bookings/by-key/*', (route) =>
    isKnown ? route.continue() : route.fulfill({ status: 404, json: unknown }),
  )
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/api/bookings', async (route) => {
      await route.fetch()
      resolve()
    })
  })
  const offer = await beginBooking(page, 'JFK', 'LAX')
  await buy(page)
  await arrived
  await page.reload()

  await expect(page.getByRole('heading', looking)).toBeVisible()
  await expectGoodAtAnyWidth(page)
  await expect(replacement(page)).toHaveCount(0)
  await expect(page.getByText(/Nothing was charged|has expired/)).toHaveCount(0)

  const booking = page.url()
  await page.goto(`/flight/${offer}`)
  await expect(page.getByRole('heading', { name: 'You’ve already sent a booking for this flight' })).toBeVisible()
  await expect(replacement(page)).toHaveCount(0)
  await expectGoodAtAnyWidth(page)
  isKnown = true
  await page.goto(booking)

  await expectConfirmed(page)
  await expect(page.getByRole('article', { name: 'Your ticket' })).toContainText('Maya Okafor')
})

test('r006 r028 a connection lost while booking is said beside the button, and the booking goes on once it is back', async ({
  page,
  context,
}) => {
  const keys = new Set<string | undefined>()
  let isAway = true
  await page.route('**/api/bookings', async (route) => {
    keys.add(route.request().headers()['idempotency-key'])
    if (!isAway) return route.continue()
    await context.setOffline(true)
    return route.abort('internetdisconnected')
  })
  await beginBooking(page, 'JFK', 'LAX')
  await buy(page)
  await expect(page.getByText('You are offline.', { exact: true })).toBeInViewport()
  await expect(page.getByText(/failed|Nothing was charged/i)).toHaveCount(0)

  isAway = false
  await context.setOffline(false)
  await expectConfirmed(page)
  expect(keys.size).toBe(1)
})

test('r006 who presses Pay offline has sent nothing, and pays once the connection is back', async ({
  page,
  context,
}) => {
  await beginBooking(page, 'JFK', 'LAX')
  await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(page.getByRole('main').getByText('Nothing was sent', { exact: true })).toBeInViewport()

  await context.setOffline(false)
  await expect(page.getByText(/^Your connection is back/)).toBeVisible()
  await expect(page.getByText(/^(Unable to verify|You are offline)/)).toHaveCount(0)
  await payButton(page).click()
  await expectConfirmed(page)
})

import type { Page } from '@playwright/test'
import {
  ada,
  bookOpenOffer,
  daniel,
  expectConfirmed,
  fillCard,
  fillPassengers,
  freshDay,
  maya,
  payButton,
  toPayment,
  toSeats,
} from './support/booking'
import { patience } from './support/patience'
import { after, openResults } from './support/search'
import { expect, expectAccessible, expectGoodAtAnyWidth, expectNoSidewaysScroll, isPhone, test } from './support/test'

const TABLET = { width: 768, height: 1024 }

/** Looked at on the way: every screen of the journey passes the accessibility rules and fits, on a tablet too. */
async function expectGoodScreen(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const own = page.viewportSize()
  if (isPhone(page) || !own) return
  await page.setViewportSize(TABLET)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(own)
}

/** The map behind the confirmation fades away on the three sides where the page goes on, and stays on its ground. */
async function expectMapFades(page: Page) {
  if (isPhone(page)) return
  const map = await page.locator('svg.chart').evaluate((chart) => ({
    fades: getComputedStyle(chart).maskImage.match(/linear-gradient/g)?.length,
    beyond: chart.getBoundingClientRect().bottom - (chart.parentElement?.getBoundingClientRect().bottom ?? 0),
  }))
  expect(map.fades).toBe(2)
  expect(map.beyond).toBeLessThanOrEqual(0)
}

test('s015 s094 s097 s142 s159 s161 two adults and a child fly to London and back, and cancel', async ({ page }) => {
  const departureDate = freshDay()
  await openResults(page, { departureDate, returnDate: after(departureDate, 7), childrenCount: 1 })
  await page.getByRole('radio', { name: /Highest price/ }).check()
  const offer = page.getByRole('article').filter({ hasText: 'Refundable' }).first()
  await offer.getByRole('link', { name: /View Details/ }).click()

  await expect(page.getByRole('heading', { name: 'Return Flight' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('tab', { name: 'Fare Rules' }).click()
  await expect(page.getByText('Cancel before departure').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Seat Maps' }).click()
  await expect(page.getByText('Front of the aircraft')).toBeVisible()
  await expectGoodScreen(page)
  await bookOpenOffer(page)

  await expectGoodScreen(page)
  await toSeats(page)
  const summary = page.getByRole('group', { name: 'Please complete all required passenger information' })
  await expect(summary).toBeFocused()
  await expectAccessible(page)
  await fillPassengers(page, [maya, daniel, ada])
  await toSeats(page)

  await expect(page.getByText('Front of the aircraft')).toBeVisible()
  await expectGoodScreen(page)
  await toPayment(page)
  await expect(page.getByRole('group', { name: 'Seat Selection Required' })).toBeVisible()
  for (const name of ['Maya Okafor', 'Daniel Okafor', 'Ada Okafor']) {
    await expect(page.getByRole('radio', { name: new RegExp(name) })).toBeChecked()
    await page.locator('button.seat:enabled:not(.theirs):not(.mine)').last().click()
  }
  await page.getByText('List', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Passenger \d|Remove/ })).toHaveCount(3)
  await expectGoodScreen(page)
  await toPayment(page)

  await expect(page.getByText('Test mode, no real charge.')).toBeVisible()
  await expectGoodScreen(page)
  await fillCard(page)
  await payButton(page).click()

  await expectConfirmed(page)
  await expectMapFades(page)
  const reference = await page.getByLabel('Your ticket').locator('.reference b').textContent()
  expect(reference).toMatch(/^[A-Z0-9]{6,8}$/)
  await expect(page.getByRole('heading', { name: 'Your new account' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'View My Trips' }).click()

  const trip = page.getByRole('article', { name: /New York to London/ })
  await expect(trip).toContainText('Confirmed')
  await expect(trip).toContainText('3 passengers')
  await expectGoodScreen(page)
  await trip.getByRole('button', { name: /View Details/ }).click()
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toContainText(reference ?? '')
  await page.getByRole('button', { name: 'Close' }).click()
  await trip.getByRole('button', { name: /Cancel/ }).click()
  const dialog = page.getByRole('alertdialog', { name: /Cancel New York to London/ })
  await expect(dialog).toContainText('Are you sure you want to cancel this booking?')
  await dialog.getByRole('button', { name: 'Yes, Cancel Booking' }).click()

  await expect(dialog).toBeHidden({ timeout: patience(30_000) })
  await page.getByRole('tab', { name: /Cancelled/ }).click()
  await expect(trip).toContainText('Cancelled')
})

test('s105 the browser goes back one step of the booking, and everything typed is still there', {
  tag: '@any-width',
}, async ({ page }) => {
  await openResults(page, { departureDate: freshDay(), returnDate: undefined, adultsCount: 1 })
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()
  await bookOpenOffer(page)
  await fillPassengers(page, [maya])
  await toSeats(page)
  await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Choose seats' })).toBeVisible()
  await page.goBack()

  await expect(page.getByLabel('First name')).toHaveValue('Maya')
  await expect(page.getByLabel('Passport number')).toHaveValue('565011980')
})

test('s091 a flight page without a flight leads to the search', { tag: '@any-width' }, async ({ page }) => {
  for (const address of ['/flight', '/flight/_']) {
    await page.goto(address)

    await expect(page).toHaveURL(/\/search/)
  }
})

test('s101 a booking of nothing says so and leads back', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/booking')

  await expect(page.getByRole('heading', { name: 'Flight offer not found' })).toBeVisible()
  await expectGoodAtAnyWidth(page)
})

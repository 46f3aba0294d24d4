import type { Page } from '@playwright/test'
import { expectConfirmed, freshDay, freshEmail, payButton } from './support/booking'
import { pressOn, tabTo, typeInto } from './support/keyboard'
import { inDays, searchUrl } from './support/search'
import { expect, open, test } from './support/test'

const oneWay = () => ({ departureDate: freshDay(), returnDate: undefined, adultsCount: 1 })

async function searchFromHome(page: Page) {
  // Today's flights may all have left, and a keyboard's way through the calendar has a test of its own.
  await page.goto(`/?departureDate=${inDays(60)}&returnDate=${inDays(67)}`)
  await expect(page.getByRole('button', { name: /^Departure/ })).toContainText(/\d{4}/)
  for (const [field, airport] of [
    ['From', 'JFK'],
    ['To', 'LHR'],
  ] as const) {
    await typeInto(page, page.getByRole('combobox', { name: field }), airport)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
  }
  await pressOn(page, page.getByRole('button', { name: 'Search Flights' }))
  await page.getByRole('article').first().waitFor()
}

async function typePassenger(page: Page) {
  const card = page.getByRole('region', { name: 'Passenger 1' })
  await typeInto(page, card.getByLabel('First name'), 'Maya')
  await typeInto(page, card.getByLabel('Last name'), 'Okafor')
  await typeInto(page, card.getByLabel('Date of birth'), '04181989')
  await typeInto(page, card.getByLabel('Sex'), 'Female')
  await typeInto(page, card.getByLabel('E-mail'), 'maya')
  await page.keyboard.press('Tab')
  // The mistake is told, and does not keep anybody.
  await expect(card.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await expect(card.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(freshEmail())
  await typeInto(page, card.getByLabel('Phone number'), '+1 617 555 0118')
  await typeInto(page, card.getByLabel('Passport number'), '565011980')
  await typeInto(page, card.getByLabel('Expiry date'), '04302035')
  await typeInto(page, card.getByLabel('Issuing country'), 'United States')
}

async function typeCard(page: Page) {
  await typeInto(page, page.getByLabel('Card number'), '4242 4242 4242 4242')
  // It moves on to the code by itself.
  await typeInto(page, page.getByLabel('Expiry date'), '0834')
  await typeInto(page, page.getByLabel('Security code'), '123')
  await typeInto(page, page.getByLabel('Name on card'), 'Maya Okafor')
}

test('r009 a traveller without a pointer searches from the home page', async ({ page }) => {
  await searchFromHome(page)

  await expect(page).toHaveURL(/\/search\?origin=JFK&destination=LHR/)
})

test('r009 a traveller without a pointer finds, books, seats and pays', async ({ page }) => {
  await page.goto(searchUrl(oneWay()))
  // Until then the first flight may become the second, behind the focus.
  await page.getByText(/^Showing \d/).waitFor()
  await pressOn(page, page.getByRole('link', { name: /View Details/ }).first())
  await pressOn(page, page.getByRole('link', { name: /Book This Flight|Book Now/ }).first())
  await expect(page.getByRole('heading', { name: 'Who is traveling?' })).toBeFocused()
  await typePassenger(page)
  await pressOn(page, page.getByRole('button', { name: 'Continue to seats' }))

  await pressOn(page, page.locator('button.seat:enabled').first())
  await expect(page.locator('button.seat.mine')).toHaveCount(1)
  await pressOn(page, page.getByRole('button', { name: 'Continue to Payment' }))
  await typeCard(page)
  await tabTo(page, payButton(page))
  await page.keyboard.press('Enter')

  await expectConfirmed(page)
})

test('r009 the field that takes the focus is in sight, however fast the keys before it came', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/register')
  await pressOn(page, page.getByRole('button', { name: 'Create Account' }))

  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('First name')).toBeInViewport()
})

test('r009 a link to the search on the home page leads the keyboard there', async ({ page }) => {
  await open(page, '/')
  await pressOn(page, page.getByRole('link', { name: 'Search Flights' }).first())

  await expect(page.getByRole('form', { name: 'Flight search' })).toBeFocused()
})

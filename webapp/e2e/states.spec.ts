import { book, cancelTrip, signIn } from './support/account'
import { freshEmail } from './support/booking'
import { searchUrl } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, open, test } from './support/test'

// What a screen turns into once somebody has used it: complaints, answers, empty ends.

test('r009 the tabs of the support page are accessible', async ({ page }) => {
  await open(page, '/support')
  for (const [tab, action] of [
    ['Contact Us', 'Send Message'],
    ['My Bookings', 'Retrieve Booking'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('button', { name: action })).toBeVisible()
    await expectAccessible(page)
  }
})

test('r009 answers that are found, and a word without one, are accessible', async ({ page }) => {
  await open(page, '/faq')
  for (const [words, told] of [
    ['refund', /\d answers/],
    ['zeppelin', /No answers for/],
  ] as const) {
    await page.getByLabel('Search for an answer').fill(words)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(told)).toBeVisible()
    await expectAccessible(page)
  }
})

test('r009 the complaints of the contact form are accessible', async ({ page }) => {
  await open(page, '/contact')
  await page.getByRole('main').getByRole('button', { name: 'Send Message' }).click()

  await expect(page.getByRole('alert').filter({ hasText: 'Please check the box' })).toBeVisible()
  await expectAccessible(page)
})

test('r009 filters that leave nothing offer one way to more flights, and a refused search another search', async ({
  page,
}) => {
  await open(page, `${searchUrl()}&price=1-2`)
  await expect(page.getByRole('heading', { name: 'No Matching Flights' })).toBeVisible()
  await expect(page.getByText(/^None of \d+ flights match/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More Flights' })).toHaveCount(0)
  await expectAccessible(page)

  await open(page, searchUrl({ origin: 'JFK', destination: 'JFK' }))
  await expect(page.getByRole('heading', { name: 'Please change your search' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  await expectAccessible(page)
})

test('r009 a cancelled trip is accessible and fits', async ({ page }) => {
  await signIn(page)
  const { id } = await book(page, 'JFK', 'LHR', freshEmail())
  await cancelTrip(page, id)
  await open(page, '/my-trips')
  await page.getByRole('tab', { name: 'Cancelled 1' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: /View Details/ }).click()
  await expect(page.getByRole('dialog')).toContainText('was refunded to your card')
  await expectAccessible(page)
})

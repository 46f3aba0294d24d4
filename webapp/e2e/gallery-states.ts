import { test } from '@playwright/test'
import { book, cancelTrip, signIn } from './support/account'
import { beginBooking, buy, freshEmail } from './support/booking'
import { forEachLook, settled } from './support/looks'
import { tripLink } from './support/sandbox'

/** What screens turn into: complaints, answers, ends. */
forEachLook(({ query, take, visit }) => {
  test('complaints', async ({ page }) => {
    for (const [name, path, send] of [
      ['login-errors', '/login', 'Log In'],
      ['register-errors', '/register', 'Create Account'],
      ['contact-errors', '/contact', 'Send Message'],
      ['trip-guest-errors', '/trip', 'E-mail me a link'],
    ] as const) {
      await visit(page, path)
      await settled(page)
      await page.getByRole('main').getByRole('button', { name: send }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await take(page, name)
    }
    await visit(page, '/login')
    await page.getByLabel('Username').fill('maya.okafor')
    await page.getByLabel('Password').fill('Another-2027')
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor()
    await take(page, 'login-refused')
    await visit(page, '/reset-password#token=used')
    await page.getByLabel('New password', { exact: true }).fill('Another-Okafor-2028')
    await page.getByLabel('Confirm new password').fill('Another-Okafor-2028')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await page.getByRole('main').getByRole('alert').first().waitFor()
    await take(page, 'reset-refused')
  })

  test('help', async ({ page }) => {
    await visit(page, '/support')
    for (const tab of ['Contact Us', 'My Bookings']) {
      await page.getByRole('tab', { name: tab }).click()
      await take(page, `support-${tab.toLowerCase().replace(' ', '-')}`)
    }
    await visit(page, '/faq')
    await page
      .getByRole('button', { name: /^How far ahead/ })
      .first()
      .click()
    await take(page, 'faq-open')
    for (const [name, words] of [
      ['faq-found', 'refund'],
      ['faq-not-found', 'zeppelin'],
    ] as const) {
      await page.getByLabel('Search for an answer').fill(words)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await take(page, name)
    }
    await visit(page, '/')
    await page.getByRole('button', { name: /^Passengers/ }).click()
    await page.getByRole('dialog', { name: 'Passengers' }).waitFor()
    await take(page, 'passengers-picker', false)
  })

  test('pending', async ({ page }) => {
    await beginBooking(page, 'LHR', 'LGW', query)
    await buy(page)
    await page.getByRole('heading', { name: /^We are confirming your booking/ }).waitFor({ timeout: 60_000 })
    await take(page, 'booking-pending')
  })

  test('ends', async ({ page }) => {
    const email = freshEmail()
    const guests = await book(page, 'JFK', 'LHR', email)
    await page.goto(await tripLink(email))
    await page.getByRole('heading', { name: 'New York to London' }).waitFor()
    await settled(page)
    await take(page, 'guest-trip')
    await cancelTrip(page, guests.id)
    await page.reload()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await settled(page)
    await take(page, 'guest-trip-cancelled')
    await visit(page, '/trip#token=used')
    await page.getByText('This link has been used or has expired.').waitFor()
    await take(page, 'guest-link-used')
    await signIn(page)
    const { id } = await book(page, 'JFK', 'LHR', freshEmail())
    await cancelTrip(page, id)
    await visit(page, '/my-trips')
    await page.getByRole('tab', { name: /^Cancelled 1/ }).click()
    await page.getByRole('article').waitFor()
    await take(page, 'trips-cancelled')
    await page.getByRole('button', { name: /View Details/ }).click()
    await page.getByRole('dialog').waitFor()
    await settled(page)
    await take(page, 'trip-cancelled-details', false)
    await visit(page, '/account-settings')
    await settled(page)
    await page.getByRole('tab', { name: 'Profile' }).click()
    await take(page, 'account-profile')
    await page.getByRole('tab', { name: 'Your data' }).click()
    await take(page, 'account-data')
    await page.getByRole('button', { name: 'Close account' }).click()
    await page.getByRole('alertdialog').waitFor()
    await settled(page)
    await take(page, 'account-close', false)
    await page.getByRole('button', { name: 'Keep account' }).click()
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByRole('button', { name: 'Update Password' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await take(page, 'account-errors')
  })
})

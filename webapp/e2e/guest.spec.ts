import type { Page } from '@playwright/test'
import { book, bookTrip, cancelTrip, logIn, makeAccount, PASSWORD } from './support/account'
import { freshEmail } from './support/booking'
import { tripLink } from './support/sandbox'
import { expect, expectGoodAtAnyWidth, open, test } from './support/test'

/** Opens a page, and waits until it hears what changes. */
async function follow(page: Page, address: string) {
  const heard = page.waitForResponse((response) => response.url().includes('/api/events'))
  await open(page, address)
  await heard
}

test('r010 r013 a guest gets back to the trip by a mailed link, and cancels it', async ({ page, browser }) => {
  const email = freshEmail()
  const reference = await bookTrip(page, 'JFK', 'LHR', email)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await open(other, '/trip')
  await expectGoodAtAnyWidth(other)
  await other.getByLabel('Booking reference').fill(reference)
  await other.getByLabel('E-mail you booked with').fill(email)
  await other.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(other.getByRole('status')).toContainText('If we have a booking')

  const link = await tripLink(email)
  await open(other, link)

  await expect(other.getByRole('heading', { name: 'New York to London' })).toBeVisible()
  await expect(other).toHaveURL(/\/trip\?id=[0-9a-f-]+$/)
  await expect(other.getByText('Maya Okafor')).toBeVisible()
  await expect(other.getByText(/^E-ticket \d{13}$/)).toHaveCount(3)
  await expectGoodAtAnyWidth(other)
  const download = other.waitForEvent('download')
  await other.getByRole('link', { name: 'Add to calendar' }).click()
  expect((await download).suggestedFilename()).toBe(`trip-${reference}.ics`)

  await other.getByRole('button', { name: 'Cancel Booking' }).click()
  await other.getByRole('button', { name: 'Yes, Cancel Booking' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'This trip is cancelled.' })).toBeFocused()
  await expect(other.getByText('to your card')).toHaveCount(1)
  await expect(other.getByRole('heading', { name: 'Cancelled: New York to London' })).toBeVisible()
  await expectGoodAtAnyWidth(other)

  const third = await browser.newContext()
  const stranger = await third.newPage()
  await open(stranger, link)
  await expect(stranger.getByText('This link has been used or has expired.')).toBeVisible()
  await expectGoodAtAnyWidth(stranger)
  await Promise.all([elsewhere.close(), third.close()])
})

test('r010 a change made elsewhere shows without a reload, in the account and on the page of the link', async ({
  page,
  browser,
}) => {
  const email = freshEmail()
  const { id, accountInfo } = await book(page, 'JFK', 'LHR', email)
  const [ownDevice, friendsDevice] = [await browser.newContext(), await browser.newContext()]
  const [account, friend] = [await ownDevice.newPage(), await friendsDevice.newPage()]
  await logIn(account, accountInfo?.username ?? '', accountInfo?.password ?? '')
  await follow(account, '/my-trips')
  await follow(friend, await tripLink(email))
  await expect(account.getByRole('tab', { name: 'Upcoming 1' })).toBeVisible()
  await expect(friend.getByText('Confirmed', { exact: true })).toBeVisible()

  await cancelTrip(page, id)

  await expect(account.getByRole('tab', { name: 'Cancelled 1' })).toBeVisible()
  await expect(friend.getByText('Cancelled', { exact: true })).toBeVisible()
  await Promise.all([ownDevice.close(), friendsDevice.close()])
})

test('r004 a trip that was booked with the address of an account is added to it by the mailed link', async ({
  page,
  browser,
}) => {
  const { username, email } = await makeAccount(page)
  await bookTrip(page, 'JFK', 'LHR', email)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()

  await open(other, await tripLink(email))
  await expect(other.getByText('Have an account with the same e-mail address?')).toBeVisible()
  await expectGoodAtAnyWidth(other)
  await other.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await other.getByLabel('Username').fill(username)
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Log In' }).click()
  await expect(other).toHaveURL(/\/trip\?id=[0-9a-f-]+$/)
  await expectGoodAtAnyWidth(other)
  await other.getByRole('button', { name: 'Add to My Trips' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'This trip is now in your account' })).toBeFocused()

  await open(other, '/my-trips')
  const trip = other.getByRole('article', { name: /New York to London/ })
  await expect(trip).toContainText('Confirmed')
  await expect(trip.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  await elsewhere.close()
})

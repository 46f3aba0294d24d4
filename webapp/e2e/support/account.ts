import type { Page } from '@playwright/test'
import { answer, findOffer, post } from './api'
import { ada, daniel, freshDay, freshEmail, maya, VISA } from './booking'
import { confirmLink } from './sandbox'

/** Long enough for every rule. */
export const PASSWORD = 'Maya-Okafor-2027'

export interface Account {
  username: string
  email: string
}

/** An account that no other test has. */
export async function makeAccount(page: Page): Promise<Account> {
  const email = freshEmail()
  const account = { username: email.split('@')[0] ?? '', email }
  await answer(
    await post(page, '/api/auth/register', {
      ...account,
      firstName: maya.firstName,
      lastName: maya.lastName,
      password: PASSWORD,
    }),
  )
  return account
}

/** The page's browser is signed in, to an account of its own. */
export async function signIn(page: Page) {
  const { username } = await makeAccount(page)
  await logIn(page, username, PASSWORD)
}

export const logIn = async (page: Page, username: string, password: string) =>
  answer(await post(page, '/api/auth/login', { username, password }))

/** Confirms the address of whom the page's browser is signed in as: until then it gets one mail a day. */
export async function confirmEmail(page: Page, email: string) {
  const token = (await confirmLink(email)).split('#token=')[1]
  await answer(await post(page, '/api/auth/confirm-email', { token }))
}

const passport = {
  passportNumber: '565011980',
  passportExpiryDate: '2035-04-30',
  passportIssuingCountry: 'US',
}

interface Booked {
  id: string
  duffelBookingId: string
  /** Of the account that a guest got with their trip. */
  accountInfo: { username: string; password: string } | null
}

/** Books a flight for three without a page: what other tests prove by hand. Answers the reference. */
export async function bookTrip(page: Page, origin: string, destination: string, email = 'maya@example.com') {
  return (await book(page, origin, destination, email)).duffelBookingId
}

/** As `bookTrip`, and answers all that the traveller is told. */
export async function book(page: Page, origin: string, destination: string, email: string, number = VISA) {
  const departureDate = freshDay()
  const offer = await findOffer(page, { origin, destination, departureDate, adultsCount: 2, childrenCount: 1 })
  const price = { amount: offer.price.amount, currency: offer.price.currency }
  const expectedMode = 'test'
  const cardDetails = {
    number: number.replaceAll(' ', ''),
    expiryMonth: '08',
    expiryYear: '2034',
    cvv: '123',
    holderName: 'Maya Okafor',
  }
  // No card is taken for a browser that has opened no flight.
  await answer(await page.request.get(`/api/flights/offer/${offer.id}`))
  const card = { ...price, offerId: offer.id, expectedMode, cardDetails }
  const { paymentId } = await answer<{ paymentId: string }>(await post(page, '/api/payments/process-card', card))
  const passengers = [maya, daniel, ada].map(({ sex, ...person }, index) => ({
    ...person,
    gender: sex,
    ...offer.passengers[index],
    ...passport,
    email,
    phone: '+16175550118',
  }))
  return answer<Booked>(
    await post(page, '/api/bookings', {
      offerId: offer.id,
      passengers,
      paymentId,
      paymentDetails: price,
      expectedMode,
    }),
  )
}

/** Cancels a trip of the page's browser without a page. */
export const cancelTrip = async (page: Page, id: string) => answer(await post(page, `/api/bookings/${id}/cancel`, {}))

/** The page's browser is signed in as the administrator of the demonstration. */
export async function signInAsAdmin(page: Page) {
  await logIn(page, 'admin', 'admin-Fareway-2026')
}

import { expect, type Page, test } from '@playwright/test'
import { findOffer } from './api'
import { patience } from './patience'
import { inDays } from './search'

/** A search is answered from memory for five minutes, also when its offers have ended since: that long a day is taken. */
const STEP_MS = 5_000
const TURN = 70
/** More than workers, which each keep to their own. */
const LANES = 4
let lastStep = 0

/**
 * A day for this test alone: one search's offers can be booked only once. It is counted by the clock, so that a worker
 * that is started in the place of another takes none of its days.
 */
export function freshDay() {
  lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS))
  return inDays(40 + (test.info().parallelIndex % LANES) * TURN + (lastStep % TURN))
}

export interface Person {
  sex: 'female' | 'male'
  firstName: string
  lastName: string
  dateOfBirth: string
}

export const maya: Person = { sex: 'female', firstName: 'Maya', lastName: 'Okafor', dateOfBirth: '1989-04-18' }
export const daniel: Person = { sex: 'male', firstName: 'Daniel', lastName: 'Okafor', dateOfBirth: '1986-11-02' }
export const ada: Person = { sex: 'female', firstName: 'Ada', lastName: 'Okafor', dateOfBirth: '2019-06-01' }

export const VISA = '4242 4242 4242 4242'
export const DECLINED = '4000 0000 0000 0002'

/** An address that no other test has. */
export const freshEmail = () => `maya.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@example.com`

interface Start {
  origin: string
  destination: string
  /** What the address says besides, such as its brand. */
  more?: string
}

/**
 * What leads to the pages of the cheapest flight for one adult one way: its id, and what the results would have put
 * into its address. A reload, a shared link and another tab arrive in the same way.
 */
async function offerAddress(page: Page, { origin, destination, more = '' }: Start) {
  const departureDate = freshDay()
  const party = { adults: '1', children: '0', infants: '0' }
  const brand = new URLSearchParams(more).get('brand')
  const { id } = await findOffer(page, { origin, destination, departureDate, adultsCount: 1 }, brand)
  const search = { origin, destination, departureDate, cabinClass: 'economy', ...party }
  const carried = Object.entries(search).map(([name, value]) => [`from_${name}`, value])
  return { id, party, carried: `${new URLSearchParams(carried)}&${more}` }
}

/** Opens the page of the cheapest flight for one adult one way. Answers the offer's id. */
export async function openFlight(page: Page, origin: string, destination: string, more?: string) {
  const { id, carried } = await offerAddress(page, { origin, destination, more })
  await page.goto(`/flight/${id}?${carried}`)
  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible()
  return id
}

/** Begins to book the cheapest flight for one adult one way. Answers the offer's id. */
export async function beginBooking(page: Page, origin: string, destination: string, more?: string) {
  const { id, party, carried } = await offerAddress(page, { origin, destination, more })
  await page.goto(`/booking?${new URLSearchParams({ offer: id, ...party })}&${carried}`)
  await expectPassengers(page)
  return id
}

const expectPassengers = (page: Page) => expect(page.getByRole('heading', { name: 'Who is traveling?' })).toBeVisible()

/** From the page of an offer to its passengers. Answers the offer's id. */
export async function bookOpenOffer(page: Page) {
  await page
    .getByRole('link', { name: /Book This Flight|Book Now/ })
    .first()
    .click()
  await expectPassengers(page)
  return new URL(page.url()).searchParams.get('offer') ?? ''
}

export async function fillPassengers(page: Page, people: readonly Person[], email = freshEmail()) {
  for (const [index, person] of people.entries()) {
    const card = page.getByRole('region', { name: `Passenger ${index + 1}` })
    await card.getByLabel('First name').fill(person.firstName)
    await card.getByLabel('Last name').fill(person.lastName)
    await card.getByLabel('Date of birth').fill(person.dateOfBirth)
    await card.getByLabel('Sex').selectOption(person.sex)
    if (index === 0) {
      await card.getByLabel('E-mail').fill(email)
      await card.getByLabel('Phone number').fill('+1 617 555 0118')
    }
    if (await card.getByText('Needed for this route.').isVisible()) await fillPassport(page, index)
  }
  return email
}

async function fillPassport(page: Page, index: number) {
  const card = page.getByRole('region', { name: `Passenger ${index + 1}` })
  await card.getByLabel('Passport number').fill(`56501198${index}`)
  await card.getByLabel('Expiry date').fill('2035-04-30')
  await card.getByLabel('Issuing country').selectOption('US')
}

/** The way on stands in the page, on phones in the bar at its bottom. */
export const toSeats = (page: Page) => page.getByRole('button', { name: 'Continue to seats' }).click()
export const toPayment = (page: Page) => page.getByRole('button', { name: 'Continue to Payment' }).click()
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \D?\d/ })

export async function skipSeats(page: Page) {
  await toSeats(page)
  await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
}

export async function fillCard(page: Page, number = VISA) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('08/34')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('Maya Okafor')
}

/** Everything from the passengers to the pressed Pay button, for one adult without a seat. Answers the traveller's address. */
export async function buy(page: Page, card = VISA) {
  const email = await fillPassengers(page, [maya])
  await skipSeats(page)
  await fillCard(page, card)
  await payButton(page).click()
  return email
}

/** The bank asks, and its page opens once the traveller has read so. */
export const toBank = (page: Page) =>
  page.getByRole('link', { name: 'Continue to your bank' }).click({ timeout: patience(20_000) })

/** The airline answers, and the page shows the ticket. */
export const expectConfirmed = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Booking confirmed!' })).toBeVisible({ timeout: patience(60_000) })

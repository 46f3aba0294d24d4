import type { Page } from '@playwright/test'
import { answer } from './support/api'
import {
  bookOpenOffer,
  expectConfirmed,
  fillCard,
  fillPassengers,
  freshDay,
  freshEmail,
  maya,
  payButton,
  skipSeats,
} from './support/booking'
import { sql } from './support/database'
import { patience } from './support/patience'
import { mailed, moveFares } from './support/sandbox'
import { openResults } from './support/search'
import { expect, expectGoodAtAnyWidth, open, test } from './support/test'

/** svc-brand looks each minute for what is due, and an airline is asked again at most once a minute. */
const ROUND_MS = patience(100_000)
const LOOK_MS = [2_000]

interface Found {
  offers: { price: { amount: string } }[]
}

/** The lowest price of the day, as the airlines ask it now where they may be asked again. */
async function lowest(page: Page, departureDate: string) {
  const search = new URLSearchParams({
    origin: 'JFK',
    destination: 'LHR',
    departureDate,
    adultsCount: '1',
    refresh: 'true',
  })
  const { offers } = await answer<Found>(await page.request.get(`/api/flights/search?${search}`))
  return Number(offers[0]?.price.amount)
}

const watchOf = (email: string, column: string) => sql(`select ${column} from brand.watch where email = '${email}'`)

/** The time has come to ask what the flights of this day cost. */
const makeDue = (departureDate: string) =>
  sql(`update brand.watched_query set next_ask_at = now(), next_look_at = now()
    where query like 'JFK.LHR.${departureDate}.%'`)

/** Has the price of the results watched. Answers the link that starts it. */
async function askToWatch(page: Page, email: string) {
  await page.getByRole('button', { name: 'Watch this price' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Watch the price of/ })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('checkbox').check()
  await expectGoodAtAnyWidth(page)
  await dialog.getByRole('button', { name: 'Watch this price' }).click()
  return mailed(email, /https?:\/\/\S+\/watched-prices\S*#start=\S+/)
}

/** Books the first flight of the results that the page shows, for one adult. */
async function bookFirst(page: Page, email: string) {
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^View Details/ })
    .click()
  await bookOpenOffer(page)
  await fillPassengers(page, [maya], email)
  await skipSeats(page)
  await fillCard(page)
  await payButton(page).click()
  await expectConfirmed(page)
}

test('watch01 watch02 watch06 a price is watched, falls, is mailed and booked, and then watched no more', {
  tag: '@any-width',
}, async ({ page }) => {
  test.setTimeout(patience(240_000))
  const [departureDate, email] = [freshDay(), freshEmail()]
  await openResults(page, { departureDate, returnDate: undefined, adultsCount: 1 })
  const first = await lowest(page, departureDate)

  const start = await askToWatch(page, email)
  await open(page, start)
  await expect(page.getByRole('heading', { name: 'Start watching this price?', level: 1 })).toBeVisible()
  await expectGoodAtAnyWidth(page)
  expect(watchOf(email, 'state'), 'nobody has pressed anything').toBe('pending')
  await page.getByRole('button', { name: 'Start watching' }).click()
  await expect(page.getByRole('article', { name: /New York to London/ })).toBeVisible()
  await expectGoodAtAnyWidth(page)
  const began = () => watchOf(email, 'first_minor')
  await expect.poll(began, { timeout: ROUND_MS, intervals: LOOK_MS }).not.toBe('')

  await moveFares('JFK-LHR', departureDate, -20)
  const fallen = () => lowest(page, departureDate)
  await expect.poll(fallen, { timeout: ROUND_MS, intervals: LOOK_MS }).toBeLessThan(first)
  makeDue(departureDate)
  const link = await mailed(email, /https?:\/\/\S+\/search\?\S+/, ROUND_MS)
  const list = await mailed(email, /https?:\/\/\S+\/watched-prices\S*#token=\S+/)
  await open(page, list)
  await expect(page.getByRole('article', { name: /New York to London/ })).toBeVisible()
  await expectGoodAtAnyWidth(page)

  await page.goto(link)
  await page.getByText(/^Showing \d/).waitFor()
  await bookFirst(page, email)

  await expect.poll(() => watchOf(email, 'ended_because'), { timeout: patience(15_000) }).toBe('booked')
  await open(page, list)
  await expect(page.getByRole('heading', { name: 'Watched prices', level: 1 })).toBeVisible()
  await expect(page.getByRole('article', { name: /New York to London/ })).toHaveCount(0)
})

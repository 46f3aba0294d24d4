import type { Page } from '@playwright/test'
import { answer } from './support/api'
import { bagToggle, sumsOf, untilSorted } from './support/bag-prices'
import {
  ada,
  bookOpenOffer,
  daniel,
  expectConfirmed,
  fillCard,
  fillPassengers,
  freshEmail,
  maya,
  payButton,
  skipSeats,
} from './support/booking'
import { sql } from './support/database'
import { patience } from './support/patience'
import { mailed, moveFares } from './support/sandbox'
import { after, inDays, openResults } from './support/search'
import { expect, expectGoodAtAnyWidth, open, test } from './support/test'

/** svc-brand looks each minute for what is due, and an airline is asked again at most once a minute. */
const ROUND_MS = patience(100_000)
const LOOK_MS = [2_000]

/** Days of their own, since fares are moved and the trip is moved by two days: those that `freshDay` never gives. */
const TURN = 28
const dayOfOurOwn = () => inDays(325 + (Math.floor(Date.now() / 60_000) % TURN))

const family = { adultsCount: 2, childrenCount: 1 }

interface Dates {
  departureDate: string
  returnDate: string
}

interface Found {
  offers: { price: { amount: string } }[]
}

/** The lowest price of the family's trip, as the airlines ask it now where they may be asked again. */
async function lowest(page: Page, dates: Dates) {
  const trip = { origin: 'JFK', destination: 'LHR', ...dates, adultsCount: '2', childrenCount: '1' }
  const search = new URLSearchParams({ ...trip, refresh: 'true' })
  const { offers } = await answer<Found>(await page.request.get(`/api/flights/search?${search}`))
  return Number(offers[0]?.price.amount)
}

const watchOf = (email: string, column: string) => sql(`select ${column} from brand.watch where email = '${email}'`)

/** The time has come to ask what the flights of these days cost. */
const makeDue = ({ departureDate, returnDate }: Dates) =>
  sql(`update brand.watched_query set next_ask_at = now(), next_look_at = now()
    where query like 'JFK.LHR.${departureDate}.${returnDate}.%'`)

/** The flight that stands first with a bag, and the reason why one stands first in the order "best". */
async function findFirst(page: Page) {
  await bagToggle(page).click()
  await untilSorted(page)
  expect((await sumsOf(page))[0], 'the first flight has a price with a bag').not.toBeNull()
  await page.getByRole('radio', { name: 'Best' }).check()
  const first = page.getByRole('article').first()
  await expect(first.getByRole('list', { name: 'How it compares' })).toContainText('Best')
  await first.getByRole('button', { name: /^Why here\?/ }).click()
  await expect(first.getByText(/than the cheapest|the cheapest flight|as the cheapest/)).toBeVisible()
}

/** Moves both dates by two days in the grid of prices. */
async function moveTrip(page: Page, { departureDate, returnDate }: Dates): Promise<Dates> {
  const moved = { departureDate: after(departureDate, 2), returnDate: after(returnDate, 2) }
  await page.getByRole('button', { name: 'Dates', exact: true }).click()
  await page.locator(`[data-dates="${moved.departureDate}_${moved.returnDate}"]`).click()
  await expect(page).toHaveURL(new RegExp(`departureDate=${moved.departureDate}`))
  await expect(page, 'order and bag go along').toHaveURL(/[?&]sort=best&bag=1(&|$)/)
  await page.getByText(/^Showing \d/).waitFor()
  await page.getByRole('button', { name: 'Close dates' }).click()
  return moved
}

/** Has the price of the results watched. Answers the link that starts it. */
async function askToWatch(page: Page, email: string) {
  await expect(page.getByText('Watch this price', { exact: true }), 'in words at any width').toBeVisible()
  await page.getByRole('button', { name: 'Watch this price' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Watch the price of/ })
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('checkbox').check()
  await expectGoodAtAnyWidth(page)
  await dialog.getByRole('button', { name: 'Watch this price' }).click()
  return mailed(email, /https?:\/\/\S+\/watched-prices\S*#start=\S+/)
}

/** Books the first flight of the results that the page shows, for the family. */
async function bookFirst(page: Page, email: string) {
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^View Details/ })
    .click()
  await bookOpenOffer(page)
  await fillPassengers(page, [maya, daniel, ada], email)
  await skipSeats(page)
  await fillCard(page)
  await payButton(page).click()
  await expectConfirmed(page)
}

test('bag07 see07 day05 watch01 watch02 watch06 a family finds a flight with a bag, moves the trip, watches its price and books it', {
  tag: '@any-width',
}, async ({ page }) => {
  test.setTimeout(patience(300_000))
  const [departureDate, email] = [dayOfOurOwn(), freshEmail()]
  const planned = { departureDate, returnDate: after(departureDate, 7) }
  await openResults(page, { ...planned, ...family })
  await findFirst(page)
  const dates = await moveTrip(page, planned)
  const first = await lowest(page, dates)

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

  await moveFares('JFK-LHR', dates.departureDate, -20)
  const fallen = () => lowest(page, dates)
  await expect.poll(fallen, { timeout: ROUND_MS, intervals: LOOK_MS }).toBeLessThan(first)
  makeDue(dates)
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

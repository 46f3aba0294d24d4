import type { Browser, Page } from '@playwright/test'
import { signInAsAdmin } from './support/account'
import { answer, post } from './support/api'
import {
  bookOpenOffer,
  expectConfirmed,
  fillCard,
  fillPassengers,
  freshDay,
  maya,
  payButton,
  toSeats,
} from './support/booking'
import { writeHostileWords } from './support/sandbox'
import { openResults } from './support/search'
import { expect, expectNoSidewaysScroll, open, test } from './support/test'

/** No other journey flies there: its airlines write attacks until the sandbox stops. */
const ROUTE = { origin: 'MIA', destination: 'ORD' }

/** All that a brand may be called: no line end, no < and no >. */
const BRAND = 'Blue" onerror=__hostile=1 {{7*7}} {0} &lt;b&gt; $&'
const ADDRESS = `" onerror=__hostile=1 {brand} {address} \${7*7} &quot;`
const PHONE = "' onclick='__hostile=1"

interface BrandRecord {
  brand: { domain: string; name: string; contact: object; company: object }
}

/** Answers the key of a brand of the test's own. */
async function makeHostileBrand(browser: Browser) {
  const key = `hostile-${crypto.randomUUID().slice(0, 8)}`
  const office = await browser.newContext()
  const page = await office.newPage()
  await signInAsAdmin(page)
  const { record } = await answer<{ record: BrandRecord }>(await page.request.get('/api/admin/brands/default'))
  const { brand } = record
  const company = { legal_name: BRAND, number: '{{7*7}}', accreditation: 'javascript:window.__hostile=1' }
  const contact = { ...brand.contact, phone: PHONE, address: ADDRESS, city: BRAND, hours_office: `\${7*7}` }
  const hostile = { ...brand, domain: key, version: 0, name: BRAND, contact, company }
  await answer(await post(page, '/api/admin/brands', { ...record, brand: hostile, publicUrl: '' }))
  await office.close()
  return key
}

const MARKS = 'img[src="x"], [onerror], [onclick], [onmouseover], [href^="javascript:"], [src^="javascript:"]'

/** What would stand in a page that took a word for more than text. */
const traces = (marks: string) => ({
  hasRun: '__hostile' in window,
  elements: [...document.querySelectorAll(marks)].map(({ outerHTML }) => outerHTML),
  scripts: [...document.scripts].map(({ textContent }) => textContent).filter((text) => text?.includes('__hostile')),
})

async function expectHarmless(page: Page) {
  expect(await page.evaluate(traces, MARKS)).toEqual({ hasRun: false, elements: [], scripts: [] })
  await expectNoSidewaysScroll(page)
}

interface Place {
  city_name: string
}

interface Flight {
  slices: {
    fare_brand_name: string | null
    origin: Place
    destination: Place
    segments: { marketing_carrier: { name: string; logo_url: string | null }; aircraft: { name: string } | null }[]
  }[]
}

/** What the airline wrote of the flight that is open, as the server hands it on. */
async function wordsOfFlight(page: Page, brand: string) {
  const id = new URL(page.url()).pathname.split('/')[2]
  const response = await page.request.get(`/api/flights/offer/${id}`, { headers: { 'x-brand': brand } })
  const [slice] = (await answer<Flight>(response)).slices
  const [segment] = slice?.segments ?? []
  expect(segment?.marketing_carrier.logo_url ?? null).toBeNull()
  const names = [slice?.fare_brand_name, slice?.origin.city_name, slice?.destination.city_name]
  return [...names, segment?.marketing_carrier.name, segment?.aircraft?.name].filter((name) => typeof name === 'string')
}

// The narrowest of usual phones: there the longest word is in the way.
test.use({ viewport: { width: 390, height: 844 } })

test('attacks in all that an airline and a brand may write are text from the results to the trip', async ({
  page,
  browser,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const [brand] = await Promise.all([
    makeHostileBrand(browser),
    writeHostileWords(`${ROUTE.origin}-${ROUTE.destination}`),
  ])
  const main = page.getByRole('main')

  await open(page, `/contact?brand=${brand}`)
  await expect.poll(() => page.title()).toContain(BRAND)
  await expect(main.getByRole('heading', { level: 1 })).toContainText(BRAND)
  for (const words of [PHONE, ADDRESS]) await expect(main).toContainText(words)
  await expectHarmless(page)

  const search = { ...ROUTE, departureDate: freshDay(), returnDate: undefined, adultsCount: 1 }
  await openResults(page, search, `brand=${brand}`)
  await expectHarmless(page)
  await page
    .getByRole('link', { name: /View Details/ })
    .first()
    .click()

  await expect(page.getByRole('tab', { name: 'Fare Rules' })).toBeVisible()
  const words = await wordsOfFlight(page, brand)
  expect(words.join(' ')).toContain('w'.repeat(28))
  for (const word of words) await expect(main).toContainText(word)
  await expectHarmless(page)
  await page.getByRole('tab', { name: 'Seat Maps' }).click()
  await expect(page.getByText('Front of the aircraft').first()).toBeVisible()
  await expectHarmless(page)

  await bookOpenOffer(page)
  await expectHarmless(page)
  await fillPassengers(page, [maya])
  await toSeats(page)
  await page.locator('button.seat:enabled').first().click()
  await expectHarmless(page)
  await page.getByRole('button', { name: 'Skip Seat Selection' }).click()
  await page.getByRole('button', { name: 'Continue without seats' }).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
  await expectHarmless(page)
  await fillCard(page)
  await payButton(page).click()

  await expectConfirmed(page)
  await expectHarmless(page)
  await page.getByRole('link', { name: 'View My Trips' }).click()
  const trip = page.getByRole('article').first()
  await expect(trip).toContainText('Confirmed')
  await expectHarmless(page)
  await trip.getByRole('button', { name: /View Details/ }).click()
  await expect(page.getByRole('dialog', { name: 'Booking Details' })).toContainText('Maya Okafor')
  await expectHarmless(page)
  expect(dialogs).toEqual([])
})

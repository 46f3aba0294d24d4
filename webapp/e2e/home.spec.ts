import { pickAirport } from './support/search'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/test'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
  // The dates are the browser's: when they stand, the page has come to life.
  await expect(page.getByRole('button', { name: /^Departure/ })).toContainText(/\d{4}/)
})

test('s001 the title is the brand and its trade', { tag: '@any-width' }, async ({ page }) => {
  await expect(page).toHaveTitle('Fareway - Flight Booking')
})

test('s034 s035 s038 the page says who sells and how to reach them', async ({ page }) => {
  await expect(page.getByRole('link', { name: 'Expert Support' })).toHaveAttribute('href', /^tel:/)
  for (const promise of ['Zero Hidden Fees', 'Instant Confirmation', 'Flexible Booking']) {
    await expect(page.getByText(promise)).toBeVisible()
  }
  for (const fact of ['Business name', 'Company number', 'Support phone', 'E-mail', 'Address']) {
    await expect(page.getByRole('term').filter({ hasText: fact })).toBeVisible()
  }
})

test('s036 one answer is open at a time', { tag: '@any-width' }, async ({ page }) => {
  const fees = page.getByRole('button', { name: 'Are there any hidden fees?' })
  const visas = page.getByRole('button', { name: 'Do I need a visa?' })

  await fees.click()
  await visas.click()
  await expect(fees).toHaveAttribute('aria-expanded', 'false')
  await expect(visas).toHaveAttribute('aria-expanded', 'true')

  await visas.click()
  await expect(visas).toHaveAttribute('aria-expanded', 'false')
})

test('s047 a search by keyboard leads to its results', { tag: '@any-width' }, async ({ page }) => {
  await page.getByRole('combobox', { name: 'From' }).fill('new york ken')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'To' }).fill('heathrow')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Search Flights' }).click()

  await expect(page).toHaveURL(/\/search\?origin=JFK&destination=LHR&departureDate=.*&tripType=round-trip/)
  expect(await page.evaluate(() => localStorage.getItem('lastTripType'))).toBe('round-trip')

  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(/JFK/)
  await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue(/LHR/)
})

test('s050 what is missing is said, and leads to its field', { tag: '@any-width' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Search Flights' }).click()

  await expect(page.getByRole('group', { name: 'Add your airports to search' })).toBeFocused()
  await page.getByRole('link', { name: 'Please select an origin airport' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toBeFocused()
})

test('s058 a list of airports that did not come is asked for again while one types', { tag: '@any-width' }, async ({
  page,
}) => {
  const chunks = '**/_next/static/chunks/**'
  await page.waitForLoadState('networkidle')
  await page.route(chunks, (route) => route.abort())
  const from = page.getByRole('combobox', { name: 'From' })
  await from.fill('lon')
  await expect(page.getByText('Error loading airports. Please try again.')).toBeVisible()

  await page.unroute(chunks)
  await from.pressSequentially('don')

  await expect(page.getByRole('option').first()).toBeVisible()
})

test('s058 an airport nobody knows is said to be unknown', { tag: '@any-width' }, async ({ page }) => {
  await page.getByRole('combobox', { name: 'From' }).fill('qqqq')

  await expect(page.getByText('No airports found for "qqqq"')).toBeVisible()
})

test('s040 one way has no return', { tag: '@any-width' }, async ({ page }) => {
  await page.getByRole('tab', { name: 'One way' }).click()

  await expect(page.getByRole('button', { name: /^Return/ })).toBeDisabled()
  await pickAirport(page, 'From', 'JFK')
  await pickAirport(page, 'To', 'LHR')
  await page.getByRole('button', { name: 'Search Flights' }).click()
  await expect(page).toHaveURL(/tripType=one-way/)
  expect(page.url()).not.toContain('returnDate')
})

test('s041 several cities are planned by phone', { tag: '@any-width' }, async ({ page }) => {
  await page.getByRole('tab', { name: 'Multi-city' }).click()

  await expect(page.getByText(/We plan multi-city trips by phone/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search Flights' })).toHaveCount(0)
})

test('s043 counters stop at their limits', async ({ page }) => {
  await page.getByRole('button', { name: /^Passengers/ }).click()
  const more = page.getByRole('button', { name: 'More Infants' })
  for (let count = 0; count < 5; count += 1) await more.click()

  await expect(more).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Fewer Adults' })).toBeDisabled()
})

test('the calendar goes by arrows and picks by Enter', async ({ page }) => {
  const departure = page.getByRole('button', { name: /^Departure/ })
  await departure.click()
  await expect(page.getByRole('dialog').getByRole('button', { pressed: true })).toBeFocused()
  const before = (await departure.textContent()) ?? ''

  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')

  await expect(departure).toBeFocused()
  await expect(departure).not.toHaveText(before)
})

test('s019 a phone has a drawer in place of the links', { tag: '@phone' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Open menu' }).click()

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'My Trips' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expectAccessible(page)
})

/** Where the content stands in the page, and how high the header is, at each pixel from the top down and back. */
function placesWhileScrolling() {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const down = Array.from({ length: 41 }, (_, y) => y)
  const places: { y: number; content: number; header: number }[] = []
  return [...down, ...down.toReversed()].reduce(async (before, y) => {
    await before
    window.scrollTo({ top: y, behavior: 'instant' })
    await frame()
    await frame()
    const [content, header] = ['main', 'header'].map((name) => document.querySelector(name)?.getBoundingClientRect())
    places.push({ y: window.scrollY - y, content: (content?.top ?? 0) + window.scrollY, header: header?.height ?? 0 })
    return places
  }, Promise.resolve(places))
}

test('s018 nothing moves by itself while the page is scrolled pixel by pixel', async ({ page }) => {
  const [first, ...others] = await page.evaluate(placesWhileScrolling)

  expect(first?.header).toBeGreaterThan(0)
  expect(new Set(others.map((place) => JSON.stringify(place)))).toEqual(new Set([JSON.stringify(first)]))
})

test('the airports that are found are seen above the keyboard of a phone', { tag: '@phone' }, async ({ page }) => {
  const from = page.getByRole('combobox', { name: 'From' })
  await from.click()
  await from.fill('london')

  await expect(page.getByRole('option').first()).toContainText('London (all airports)')
  const third = page.getByRole('option').nth(2)
  const end = async () => (await third.boundingBox().then((box) => box && box.y + box.height)) ?? Infinity
  await expect.poll(end).toBeLessThan(420)
})

test('the dates are read in full on the narrowest phones', async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 700 })
    for (const name of [/^Departure/, /^Return/]) {
      const words = page.getByRole('button', { name }).locator('.value, .hint')
      await expect(words).toHaveCount(2)
      // The page's own font may come after its words.
      const cut = () => words.evaluateAll((all) => all.filter((word) => word.scrollWidth > word.clientWidth).length)
      await expect.poll(cut).toBe(0)
    }
  }
})

test('r009 the page is accessible and fits, its popups open too', async ({ page }) => {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: /^Departure/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'From' }).fill('lon')
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page)

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('s029 r040 an unknown address says so', { tag: '@any-width' }, async ({ page }) => {
  const answer = await page.goto('/no-such-page')

  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText("We couldn't find that page.")).toBeVisible()
})

import type { Locator, Page } from '@playwright/test'
import { patience } from './support/patience'
import { breakSearch, openResults, pickAirport, searchUrl } from './support/search'
import { expect, expectAccessible, expectGoodAtAnyWidth, expectNoSidewaysScroll, test } from './support/test'

const prices = async (page: Page) => {
  const names = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
  return names.map((name) => Number(name?.split('$')[1]?.replaceAll(',', '')))
}
const ascending = (values: number[]) => values.toSorted((a, b) => a - b)
const descending = (values: number[]) => ascending(values).reverse()

/** While flights come in, those that stand on the screen stay; in the end all are in order. */
const expectOrder = (page: Page, inOrder: (values: number[]) => number[]) =>
  expect(async () => {
    const values = await prices(page)
    expect(values).toEqual(inOrder(values))
  }).toPass({ timeout: patience(10_000) })

test('s065 the page repeats what was asked for', { tag: '@any-width' }, async ({ page }) => {
  await openResults(page, { adultsCount: 4 })

  const recap = page.getByRole('region', { name: 'Your search' })
  await expect(recap).toContainText('New York JFK')
  await expect(recap).toContainText('London LHR')
  await expect(recap).toContainText('Round trip')
  await expect(recap).toContainText('Economy')
  await expect(recap).toContainText('4 adults')
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await recap.evaluate(overlaps)).toEqual([])
})

/** Which words and buttons of a part of the page lie over each other. */
function overlaps(part: Element) {
  const boxes = [...part.querySelectorAll('.city, .code, .meta > *, .actions > *')]
  const over = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => over(one.getBoundingClientRect(), other.getBoundingClientRect()))
      .map((other) => `${one.textContent} over ${other.textContent}`),
  )
}

test('s075 offers come cheapest first, or dearest first', { tag: '@any-width' }, async ({ page }) => {
  await openResults(page)
  await expectOrder(page, ascending)
  const cheapest = await prices(page)

  await page.getByRole('radio', { name: /Highest price/ }).check()

  await expect.poll(async () => (await prices(page))[0]).toBeGreaterThanOrEqual(cheapest.at(-1) ?? 0)
  await expectOrder(page, descending)
})

test('s075 offers of one departure fold below its first, and an opened one is open on the way back', {
  tag: '@any-width',
}, async ({ page }) => {
  await openResults(page)
  const fold = page.getByRole('button', { name: /^\d+ more .*from \$/ }).first()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  const before = await page.getByRole('article').count()

  await fold.click()

  const folded = page
    .locator('article + button + article')
    .first()
    .getByRole('link', { name: /^View Details/ })
  await expect(page.getByRole('article')).not.toHaveCount(before)
  await expectGoodAtAnyWidth(page)
  const href = await folded.getAttribute('href')
  await folded.click()
  await expect(page).toHaveURL(/\/flight\//)
  await page.goBack()

  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport()
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
})

test('s071 View Details carries the search along', { tag: '@any-width' }, async ({ page }) => {
  await openResults(page)

  const href = await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .getAttribute('href')

  expect(href).toMatch(/^\/flight\/[\w-]+\?from_origin=JFK&from_destination=LHR&.*from_adults=2/)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastSearchParams'))).toContain('"origin":"JFK"')
})

test('s083 a filter changes the list at once, and Reset brings it back', async ({ page }) => {
  await openResults(page)
  const unfit = page.locator('.offer:not(:has-text("Refundable"))')
  await expect(unfit).not.toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /Nonstop/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Filters' }).click()
  const refundable = page.getByRole('switch', { name: 'Refundable only' })
  await refundable.waitFor()
  await page.evaluate(() => window.scrollTo(0, 3000))
  await refundable.check()

  await expect(unfit).toHaveCount(0)
  // All pages of the search are looked through, not the first alone.
  await expect(page.getByText(/not loaded yet/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Apply Filters/ }).click()
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1')
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Load More Flights' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(unfit).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Load More Flights' })).toBeVisible()
})

test('s066 while the airlines are asked the page says so', async ({ page }) => {
  await page.route('**/api/flights/search?*', () => undefined)
  await page.goto(searchUrl())

  await expect(page.getByText('Searching all airlines...')).toBeVisible()
  await expect(page.getByText('Searching for the best flight deals')).toBeVisible()
  await expectAccessible(page)
})

test('s072 a search that is away says so and recovers by itself', { tag: '@any-width' }, async ({ page }) => {
  const mend = await breakSearch(page)
  await page.goto(searchUrl())
  await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible()
  await expect(page.getByText('We can’t load flights right now.')).toBeVisible()
  await expectGoodAtAnyWidth(page)

  await mend()

  await expect(page.getByRole('article').first()).toBeVisible({ timeout: patience(20_000) })
})

test('s073 no flights lead to a new search', { tag: '@any-width' }, async ({ page }) => {
  await page.route('**/api/flights/search?*', (route) =>
    route.fulfill({ json: { offers: [], total_count: 0, notice: null } }),
  )
  await page.goto(searchUrl())

  await expect(page.getByRole('heading', { name: 'No Flights Found' })).toBeVisible()
  await page.getByRole('link', { name: 'New Search' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('New York (JFK)')
})

const rightOf = (part: Locator) => part.evaluate((box) => Math.round(box.getBoundingClientRect().right))

/** Nothing of the notice is cut off, codes can be read, and the buttons of the search end where the list does. */
async function expectInPlace(page: Page) {
  const notice = page.getByRole('region', { name: 'About this site' }).locator('> div')
  expect(await notice.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const code = page.locator('article [aria-hidden] > span').first()
  // A list that nobody has read is drawn anew once at the end of the search.
  const size = async () => Number.parseFloat(await code.evaluate((text) => getComputedStyle(text).fontSize))
  await expect.poll(size).toBeGreaterThanOrEqual(12)
  const recap = page.getByRole('region', { name: 'Your search' })
  const buttons = await rightOf(recap.getByRole('button').last())
  await expect.poll(() => rightOf(page.getByRole('article').first())).toBe(buttons)
}

test('r009 results are accessible and fit, in the dark and with open filters too', async ({ page }) => {
  await openResults(page)
  await expectInPlace(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('switch', { name: 'Refundable only' }).waitFor()
  await expectAccessible(page)

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
})

test('no choice of the filters that has the focus is behind their buttons', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openResults(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Reset Filters' }).waitFor()

  const { focused, behind } = await filters.evaluate(behindButtons)
  expect(focused).toBeGreaterThan(10)
  expect(behind).toEqual([])
})

/** The controls that the buttons at the end of a pane cover while they have the focus. */
function behindButtons(pane: Element) {
  const buttons = pane.lastElementChild as HTMLElement
  const controls = [...pane.querySelectorAll<HTMLElement>('summary, input:enabled, button, [role=slider]')].filter(
    (control) => control.checkVisibility() && !buttons.contains(control),
  )
  const behind = controls.filter((control) => {
    control.focus()
    return control.getBoundingClientRect().bottom > buttons.getBoundingClientRect().top
  })
  return { focused: controls.length, behind: behind.map((control) => control.outerHTML) }
}

test('s066 the first offers stand on the page while the rest is still on its way', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.route('**/api/flights/search?*', () => undefined)
  await page.goto(searchUrl())

  await expect(page.getByRole('article').nth(3)).toBeVisible()
  await expect(page.getByText(/^Searching \d+ airlines, \d+ answered$/)).toBeVisible()
  await expect(page.getByText('Searching for the best flight deals')).toBeVisible()
  await expectGoodAtAnyWidth(page)
})

test('s075 s083 a link shows what its sender saw, and Back takes a choice back', { tag: '@any-width' }, async ({
  page,
}) => {
  await openResults(page, {}, 'sort=duration-asc&refundable=true&stops=9')
  await expect(page.getByRole('radio', { name: /Shortest/ })).toBeChecked()
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1')

  await page.getByRole('radio', { name: /Lowest price/ }).check()
  await expect(page).not.toHaveURL(/sort=/)
  await page.goBack()

  await expect(page).toHaveURL(/sort=duration-asc&refundable=true/)
  await expect(page.getByRole('radio', { name: /Shortest/ })).toBeChecked()
})

/** A common phone. */
const PHONE = { width: 390, height: 844 }

/** Flights come, and the search does not end until the returned function is called. */
async function holdEnd(page: Page) {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  await page.route('**/api/flights/search?*', async (route) => {
    await ended
    await route.continue()
  })
  return () => end()
}

test('see07 s083 watch01 a phone has the order that waits at its edge, its filters in a sheet, and a link that watches the price', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize(PHONE)
  const end = await holdEnd(page)
  await page.goto(`${searchUrl()}&sort=best`)
  await page.getByRole('article').nth(3).waitFor()
  await page.evaluate(() => window.scrollTo(0, 3000))
  await expect(page.getByRole('article').first()).not.toBeInViewport()
  end()
  const order = page.getByRole('button', { name: 'Sort by best now' })
  await order.waitFor()
  await expect(order).toBeInViewport({ ratio: 1 })
  await expectNoSidewaysScroll(page)
  await order.click()
  await expect(order).toHaveCount(0)

  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('switch', { name: 'Refundable only' }).check()
  await filters.getByRole('button', { name: /^Apply Filters/ }).click()
  await expect(filters).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Filters/ })).toContainText('1')

  await page.getByRole('button', { name: 'Watch this price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch the price of New York to London?' })
  await expect(dialog.getByLabel('E-mail')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toHaveCount(0)
})

test('s081 a page without a search says so and lets it begin', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/search')

  await expect(page.getByRole('heading', { name: 'Where would you like to go?' })).toBeVisible()
  await expectGoodAtAnyWidth(page)
  await pickAirport(page, 'From', 'jfk')
  await pickAirport(page, 'To', 'lhr')
  await page.getByRole('button', { name: 'Search Flights' }).click()
  await expect(page).toHaveURL(/\/search\?origin=JFK&destination=LHR/)
})

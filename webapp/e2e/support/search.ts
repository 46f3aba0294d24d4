import { expect, type Page } from '@playwright/test'

const DAY_MS = 86_400_000

/** A date some days from now, as addresses write it. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** The date so many days after another. */
export const after = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

export interface Search {
  origin: string
  destination: string
  departureDate: string
  returnDate?: string
  adultsCount: number
  childrenCount: number
}

const usual: Search = {
  origin: 'JFK',
  destination: 'LHR',
  departureDate: inDays(60),
  returnDate: inDays(67),
  adultsCount: 2,
  childrenCount: 0,
}

/** The address of a results page: JFK to LHR and back in two months for two, unless said otherwise. */
export function searchUrl(search: Partial<Search> = {}) {
  const entries = Object.entries({ ...usual, ...search }).filter(([, value]) => value !== undefined)
  return `/search?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Opens results, waits until all airlines have answered, and takes in the flights that came meanwhile. */
export async function openResults(page: Page, search: Partial<Search> = {}, more = '') {
  await page.goto(`${searchUrl(search)}&${more}`)
  await page.getByText(/^Showing \d/).waitFor()
  // The last flights take their places when nothing more urgent is left to do.
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle(), { timeout: 2_000 })))
  // At once: more results may be shown by themselves between a look and a click.
  const waiting = page.getByRole('button', { name: /^Show \d+ new/ })
  await waiting.evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click()
  })
  await expect(waiting).toHaveCount(0)
}

/** Types into an airport field and picks the first row. */
export async function pickAirport(page: Page, field: 'From' | 'To', query: string) {
  await page.getByRole('combobox', { name: field }).fill(query)
  await page.getByRole('option').first().click()
}

/** The search answers 503 until the returned function is called. */
export async function breakSearch(page: Page) {
  const pattern = '**/api/flights/search?*'
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Search unavailable',
        status: 503,
        code: 'SEARCH_UNAVAILABLE',
        detail: 'The flight search is not answering right now.',
        message: 'The flight search is not answering right now.',
        request_id: 'req_test',
      },
    }),
  )
  return () => page.unroute(pattern)
}

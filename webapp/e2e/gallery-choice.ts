import { type Page, test } from '@playwright/test'
import { bagToggle, untilSorted } from './support/bag-prices'
import { freshDay, freshEmail } from './support/booking'
import { forEachLook, settled } from './support/looks'
import { mailed } from './support/sandbox'
import { after, openResults } from './support/search'

async function openFamilyTrip(page: Page, query: string) {
  const departureDate = freshDay()
  await openResults(
    page,
    { departureDate, returnDate: after(departureDate, 7), adultsCount: 2, childrenCount: 1 },
    query,
  )
}

/** What helps to choose: bags in the price, reasons, flights side by side, other dates, a watched price. */
forEachLook(({ query, take, visit }) => {
  test('choice', async ({ page }) => {
    test.setTimeout(180_000)
    await openFamilyTrip(page, query)
    await bagToggle(page).click()
    await untilSorted(page)
    await take(page, 'results-bags', false)
    await page.getByRole('radio', { name: 'Best' }).check({ force: true })
    await page
      .getByRole('button', { name: /^Why here\?/ })
      .first()
      .click()
    await take(page, 'results-best', false)
    for (const nth of [0, 1, 2]) {
      await page
        .getByRole('button', { name: /^Compare / })
        .nth(nth)
        .click()
    }
    await take(page, 'results-compare-bar', false)
    await page.getByRole('button', { name: 'Compare 3 flights' }).click()
    await page.getByRole('dialog').getByRole('table').waitFor()
    await settled(page)
    await take(page, 'compare', false)
  })

  test('dates', async ({ page }) => {
    test.setTimeout(180_000)
    await openFamilyTrip(page, query)
    await page.getByRole('button', { name: 'Dates', exact: true }).click()
    await page.getByRole('grid', { name: 'Prices by departure and return' }).waitFor()
    await settled(page)
    await take(page, 'dates', false)
    await page.getByRole('button', { name: 'Look up the empty days' }).click()
    await page
      .getByText(/^Looked up \d+ of \d+\./)
      .first()
      .waitFor({ timeout: 60_000 })
    await take(page, 'dates-looked-up')
  })

  test('watch', async ({ page }) => {
    test.setTimeout(180_000)
    const email = freshEmail()
    await openFamilyTrip(page, query)
    await page.getByRole('button', { name: 'Watch this price' }).first().click()
    const dialog = page.getByRole('dialog', { name: /^Watch the price of/ })
    await dialog.waitFor()
    await settled(page)
    await take(page, 'watch-dialog', false)
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('button', { name: 'Watch this price' }).click()
    await page
      .getByText(/sent an e-mail to/)
      .first()
      .waitFor()
    await take(page, 'watch-asked', false)
    const start = await mailed(email, /https?:\/\/\S+\/watched-prices\S*#start=\S+/)
    await visit(page, new URL(start).pathname + new URL(start).hash)
    await page.getByRole('button', { name: 'Start watching' }).click()
    await page.getByRole('article', { name: /New York to London/ }).waitFor()
    await settled(page)
    await take(page, 'watched-prices')
  })
})

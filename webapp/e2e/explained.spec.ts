import { openResults } from './support/search'
import { expect, expectAccessible, expectGoodAtAnyWidth, expectNoSidewaysScroll, test } from './support/test'

test('see07 see10 see11 a traveler sees why the first flight is first, compares it with another, and opens one', {
  tag: '@any-width',
}, async ({ page }) => {
  await openResults(page, {}, 'sort=best')
  await expect(page.getByText(/^Price plus \$\d+ per extra hour or stop/)).toBeVisible()
  const cards = page.getByRole('article')
  await expect(cards.first().getByRole('list', { name: 'How it compares' })).toContainText('Best')

  const why = cards.first().getByRole('button', { name: /^Why here\?/ })
  await why.focus()
  await page.keyboard.press('Enter')
  await expect(why).toHaveAttribute('aria-expanded', 'true')
  await expect(cards.first().getByText(/than the cheapest|the cheapest flight|as the cheapest/)).toBeVisible()
  await expectGoodAtAnyWidth(page)

  await cards
    .nth(0)
    .getByRole('button', { name: /^Compare / })
    .click()
  await cards
    .nth(1)
    .getByRole('button', { name: /^Compare / })
    .click()
  await page.getByRole('button', { name: 'Compare 2 flights' }).click()
  const table = page.getByRole('region', { name: 'Flights side by side' })
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(page).toHaveURL(/compare=off_\w+(%2C|,)off_\w+/)
  await expect(page.getByText('Checking these flights…')).toBeHidden()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goBack()
  await expect(table).toBeHidden()
  await page.getByRole('button', { name: 'Compare 2 flights' }).click()
  await table
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/flight\/off_/)
  await expect(page.getByText(/kg CO2 each|CO2 not stated/).first()).toBeVisible()
})

test('see04 flights are sorted by CO2, and those that emit less than is typical can be shown alone', async ({
  page,
}) => {
  await openResults(page, {}, 'sort=emissions-asc')
  const first = page.getByRole('article').first()
  await expect(first.getByText(/\d+% less than typical|about typical/)).toBeVisible()
  await expect(first.getByRole('list', { name: 'How it compares' })).toContainText('Lowest CO2')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('switch', { name: 'Less CO2 than typical' }).check()

  await expect(page).toHaveURL(/emissions=less/)
  await expect(page.locator('.offer:not(:has-text("less than typical"))')).toHaveCount(0)
})

test('see05 see10 the pages about CO2 and about the orders tell what is counted, with the numbers that are set', async ({
  page,
}) => {
  await page.goto('/emissions')
  await expect(page.getByRole('heading', { level: 1, name: 'CO2 on your flight' })).toBeVisible()
  await page.goto('/how-we-sort')

  await expect(page.getByRole('cell', { name: '4% of the middle price of your search' })).toBeVisible()
  await expectGoodAtAnyWidth(page)
})

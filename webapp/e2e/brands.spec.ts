import brands from '../../seeds/brands.json' with { type: 'json' }
import { openResults, searchUrl } from './support/search'
import { expect, expectAccessible, test } from './support/test'

for (const { key, name, contact } of brands) {
  const query = key === 'default' ? '' : `brand=${key}`

  test(`s005 the site of ${name} is its own from title to phone, and readable`, async ({ page }) => {
    await page.goto(`/?${query}`)

    await expect(page).toHaveTitle(`${name} - Flight Booking`)
    await expect(page.getByRole('link', { name: 'Expert Support' })).toHaveAttribute(
      'href',
      `tel:${contact.phone.replaceAll('-', '')}`,
    )
    await expectAccessible(page)
  })

  test(`r009 results of ${name} are readable in light and in dark`, async ({ page }) => {
    await openResults(page, {}, query)

    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
}

test('r025 links keep the brand that the address names', async ({ page }) => {
  await openResults(page, {}, 'brand=northwind')

  for (const link of ['Modify Search', 'Contact']) {
    await expect(page.getByRole('link', { name: link }).first()).toHaveAttribute('href', /brand=northwind/)
  }
})

test('r025 a brand of another site is never seen, not even in the first frame', async ({ page }) => {
  await page.route('**/api/brands/**', () => undefined)
  await page.goto(`${searchUrl()}&brand=northwind`)

  await expect(page.getByText('Fareway', { exact: true }).first()).toBeHidden()
})

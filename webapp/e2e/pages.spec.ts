import type { Page } from '@playwright/test'
import brands from '../../seeds/brands.json' with { type: 'json' }
import { signInAsAdmin } from './support/account'
import {
  comeToLife,
  expect,
  expectAccessibleAndWellBuilt,
  expectNoSidewaysScroll,
  expectReadable,
  isPhone,
  test,
} from './support/test'

/** Every path of the site, and how its page is headed. */
const shop = {
  '/': /^Find the fare/,
  '/search': /^Where would you like to go/,
  '/flight/off_0000Unknown': /^Error Loading Flight Details$/,
  '/booking': /^Flight offer not found$/,
  '/my-trips': /^My Trips$/,
  '/login': /^Log In$/,
  '/register': /^Create Account$/,
}
const words = {
  '/privacy': /^Privacy policy$/,
  '/privacy-policy': /^Privacy policy$/,
  '/terms': /^Terms of service$/,
  '/cookies': /^Cookie policy$/,
  '/cancellation-policy': /^Cancellation and refund policy$/,
  '/service-fees': /^Service fees$/,
  '/post-ticketing-fees': /^Post-ticketing fees$/,
  '/about': /^About Fareway$/,
  '/expedia': /^Flights by phone or online$/,
  '/support': /^Support$/,
  '/faq': /^Questions and answers$/,
  '/contact': /^Contact Fareway$/,
  '/no-such-page': /^404 Page Not Found$/,
}
/** Beside the paths of the documents. */
const explained = {
  '/emissions': /^CO2 on your flight$/,
  '/how-we-sort': /^How we sort$/,
}
/** Where the links of mails about watched prices lead. */
const watched = {
  '/watched-prices': /^Watched prices$/,
  '/watched-prices#start=t': /^This link no longer works$/,
  '/watched-prices#stop=t': /^Stop watching this price\?$/,
}
const behindLogin = {
  '/account-settings': /^Account Settings$/,
  '/admin-settings': /^Admin Settings$/,
  '/admin/brands': /^Brands$/,
}

/** One of each kind: the others are the same parts with other words. */
const kinds = [
  '/',
  '/login',
  '/my-trips',
  '/service-fees',
  '/expedia',
  '/support',
  '/contact',
  '/reset-password#token=used',
  '/watched-prices',
  '/watched-prices#stop=t',
]

async function expectPages(page: Page, pages: Record<string, RegExp>) {
  for (const [path, heading] of Object.entries(pages)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(path === '/no-such-page' ? 404 : 200)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expectNoSidewaysScroll(page)
    if (isPhone(page)) {
      await expectAccessibleAndWellBuilt(page)
      continue
    }
    await expectReadable(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page)
    await page.emulateMedia({ colorScheme: 'light' })
  }
}

test.describe('the 23 paths, readable by day and by night', () => {
  test('s028 the shop', ({ page }) => expectPages(page, shop))

  test('s028 what is written', ({ page }) => expectPages(page, words))

  test('see05 see10 what the list is explained by', ({ page }) => expectPages(page, explained))

  test('watch02 watch05 where mails about watched prices lead', async ({ page }) => {
    for (const [address, heading] of Object.entries(watched)) {
      // Another part of the same address loads no page by itself.
      await page.goto('about:blank')
      await expectPages(page, { [address]: heading })
    }
  })

  test('s028 what is behind the login', async ({ page }) => {
    expect(Object.keys({ ...shop, ...words, ...behindLogin })).toHaveLength(23)
    await signInAsAdmin(page)
    await expectPages(page, behindLogin)
  })
})

for (const { key, name } of brands.filter((brand) => brand.key !== 'default')) {
  test(`r009 the pages of ${name} are readable by day and by night`, { tag: '@any-width' }, async ({ page }) => {
    for (const path of kinds) {
      const [address, hash = ''] = path.split('#')
      await page.goto(`${address}?brand=${key}#${hash}`)
      await comeToLife(page)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectReadable(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page)
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
}

test('r015 the partner page asks nobody else, sets nothing in the browser and stays out of indexes', {
  tag: '@any-width',
}, async ({ page, context, baseURL }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto('/expedia')
  await expect(page.getByText('It is not affiliated with, endorsed by or acting for Expedia')).toBeVisible()

  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.waitForLoadState('networkidle')
  expect([...asked]).toEqual([baseURL])
  expect((await context.cookies()).filter(({ httpOnly }) => !httpOnly)).toEqual([])
})

test('r026 the tables of fees fit the narrowest phone', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/service-fees', '/post-ticketing-fees', '/cookies']) {
    await page.goto(path)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    // The sheet around a table would hide what does not fit.
    for (const table of await page.getByRole('table').all())
      expect(await table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0)
  }
})

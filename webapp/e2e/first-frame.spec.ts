import type { Page } from '@playwright/test'
import brands from '../../seeds/brands.json' with { type: 'json' }
import { openResults, searchUrl } from './support/search'
import { expect, test } from './support/test'

declare global {
  interface Window {
    seenColours: string[]
    moved: number
    framedAt: number
  }
}

for (const { key, theme } of brands) {
  for (const path of ['/?', `${searchUrl()}&`, '/booking?', '/my-trips?']) {
    test(`${path.split('?')[0]} of ${key} has the brand's colour from its first frame on`, async ({ page }) => {
      // Looks at every frame that is painted, from the moment there is a document.
      await page.addInitScript(() => {
        window.seenColours = []
        const look = () => {
          const colour = document.body && getComputedStyle(document.documentElement).getPropertyValue('--brand-primary')
          if (colour && window.seenColours.at(-1) !== colour) window.seenColours.push(colour)
          requestAnimationFrame(look)
        }
        look()
      })

      await page.goto(key === 'default' ? path : `${path}brand=${key}`)
      await expect(page.locator('html[data-brand-ready]')).toBeAttached()

      expect(await page.evaluate(() => window.seenColours)).toEqual([theme.primary])
    })
  }
}

/** Sums up what moved on the page without its visitor's doing. */
const watchMovement = (page: Page) =>
  page.addInitScript(() => {
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.moved += (shift as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('nothing moves on the home page when its font comes late', async ({ page }) => {
  await watchMovement(page)
  await page.route('**/*.woff2', async (route) => {
    await page.locator('html[data-brand-ready]').waitFor({ state: 'attached' })
    await route.continue()
  })
  await page.goto('/')
  await page.waitForFunction(() => document.fonts.check('16px "Inter Variable"'))
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  expect(await page.evaluate(() => window.moved)).toBeLessThan(0.01)
})

test('until all airlines have answered nothing moves on a search but for the names of its cities', async ({ page }) => {
  await watchMovement(page)
  await page.goto(searchUrl())
  await page.getByText(/^Showing \d/).waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  expect(await page.evaluate(() => window.moved)).toBeLessThan(0.02)
})

test('s017 on a phone the notice takes one line, and the first flight begins above the middle of the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openResults(page)

  // A list that nobody has read is drawn anew once at the end of the search.
  const first = page.getByRole('article').first()
  await expect.poll(async () => (await first.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(300)
  await expectOneLine(page)
})

/** The whole sentence; a press opens the rest, of which nothing is cut off. */
async function expectOneLine(page: Page) {
  const notice = page.getByRole('region', { name: 'About this site' })
  const phone = notice.getByRole('link')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const text = await notice.locator('> div > span').evaluate((line) => ({
    cutOff: line.scrollWidth - line.clientWidth,
    lines: Math.round(line.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(line).lineHeight)),
  }))
  expect(text).toEqual({ cutOff: 0, lines: 1 })
  await expect(phone).toBeHidden()
  const line = await notice.boundingBox()

  await notice.getByRole('button', { name: 'Who we are' }).click()

  await expect(phone).toBeVisible()
  expect((await notice.boundingBox())?.height).toBeGreaterThan(line?.height ?? Infinity)
  expect(await notice.locator('> div').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
}

for (const path of ['/', searchUrl(), '/booking']) {
  test(`${path.split('?')[0]} asks for its scripts when it has been drawn`, async ({ page }) => {
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('main')) window.framedAt = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(path)
    await expect(page.locator('html[data-brand-ready]')).toBeAttached()

    const { framedAt, asked } = await page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return { framedAt: window.framedAt, asked: scripts.map(({ startTime }) => startTime) }
    })
    expect(asked.length).toBeGreaterThan(5)
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(framedAt)
  })
}

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('a search is a page with outlines, and nothing on it leads astray', async ({ page }) => {
    await page.goto(searchUrl())

    const main = page.getByRole('main')
    await expect(main.getByText('Searching for the best flight deals')).toBeVisible()
    await expect(main.locator('.offer')).toHaveCount(3)
    await expect(main.locator('a:not([inert] a)')).toHaveCount(0)
  })

  test('the header is whole for a guest, and dates have their outline', async ({ page }) => {
    await page.goto('/')

    const header = page.getByRole('banner')
    for (const name of ['Call Now', 'Log In', 'Sign Up']) await expect(header.getByRole('link', { name })).toBeVisible()
    for (const name of ['Departure', 'Return'])
      await expect(page.getByRole('button', { name }).locator('.value > span')).toBeVisible()
  })
})

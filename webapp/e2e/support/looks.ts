import { expect, type Page, test } from '@playwright/test'

const FOLDER = process.env.SCREENS ?? '../.fareway/screens'
const BRANDS = (process.env.BRANDS ?? 'default,northwind').split(',')
const SCHEMES = (process.env.SCHEMES ?? 'light').split(',') as ('light' | 'dark')[]

/** The network never rests: a page may hold its event stream. */
export async function settled(page: Page) {
  await page.locator('html[data-brand-ready]').waitFor({ state: 'attached' })
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
}

/** Parts below the first view are not laid out before somebody comes near them: a picture of the whole page has none. */
function showAll() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
  window.scrollTo(0, 0)
}

export interface Look {
  /** What an address says to name the brand. */
  query: string
  take: (page: Page, name: string, fullPage?: boolean) => Promise<void>
  visit: (page: Page, path: string) => Promise<unknown>
}

function look(brand: string, colorScheme: string): Look {
  const query = brand === 'default' ? '' : `brand=${brand}`
  return {
    query,
    async take(page, name, fullPage = true) {
      const file = `${FOLDER}/${brand}-${colorScheme}/${test.info().project.name}-${name}.png`
      // From the top: what is pinned would stand in the midst of a long picture.
      if (fullPage) await page.evaluate(showAll)
      await page.screenshot({ path: file, fullPage, animations: 'disabled' })
    },
    visit(page, path) {
      const [address = '', hash = ''] = path.split('#')
      // Without a fragment of its own, even an empty one: the page it stands on would not be loaded again.
      const fragment = hash && `#${hash}`
      return page.goto(`${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`)
    },
  }
}

/** Declares the same pictures for each brand and theme that is asked for. */
export function forEachLook(declare: (look: Look) => void) {
  for (const brand of BRANDS) {
    for (const colorScheme of SCHEMES) {
      test.describe(`${brand} ${colorScheme}`, () => {
        // The brand of what the tests ask for without a page; a page finds it in its address.
        test.use({ colorScheme, extraHTTPHeaders: brand === 'default' ? {} : { 'x-brand': brand } })
        declare(look(brand, colorScheme))
      })
    }
  }
}

import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/**
 * A guest's own session check and deliberate failures answer 4xx and 5xx or not at all, which Chromium also writes to
 * the console.
 * Everything else there is a fault: broken policies, failed hydration, missing files.
 */
const EXPECTED = /status of (401|402|403|404|409|410|422|502|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/** Every test of a page also proves that its console stays silent. */
export const test = base.extend<{ silentConsole: undefined }>({
  silentConsole: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text())
      })
      page.on('pageerror', (error) => faults.push(String(error)))
      await use(undefined)
      expect(faults, 'console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export const expectAccessible = (page: Page) => expectNone(new AxeBuilder({ page }).withTags(WCAG))

/** The part of it that a brand's colours decide. */
export const expectReadable = (page: Page) => expectNone(new AxeBuilder({ page }).withRules(['color-contrast']))

async function expectNone(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** No page may scroll sideways, down to 320 px. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, { message: 'pixels beyond the right edge' }).toBeLessThanOrEqual(0)
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

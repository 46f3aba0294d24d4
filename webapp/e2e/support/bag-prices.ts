import { expect, type Page } from '@playwright/test'
import { patience } from './patience'

const KNOWN = /^\$([\d,.]+) with a bag each \((?:fare now )?\$([\d,.]+) \+ \$([\d,.]+)\)$/
/** Another fare of the same flights, which includes a bag or has it bought. */
const OTHER_FARE = /^\$([\d,.]+) with a checked bag each \(.*?(?:bag included|\$([\d,.]+) \+ \$([\d,.]+))\)/

const cents = (amount = '') => Math.round(Number(amount.replaceAll(',', '')) * 100)

/** Shows each price with a checked bag too, or the fares alone. */
export const bagToggle = (page: Page) => page.getByRole('button', { name: 'Price with a checked bag' })

/** What each card says, from the first one on: the least sum with a bag in cents, or null where none is known. */
export async function sumsOf(page: Page) {
  const cards = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((article) => ({
      price: article.getAttribute('aria-label')?.split('$')[1],
      bag: article.querySelector('.bag')?.textContent ?? null,
    })),
  )
  return cards.map(({ price, bag }) => {
    if (bag === null) return cents(price)
    const [, total, fare, bags] = KNOWN.exec(bag) ?? OTHER_FARE.exec(bag) ?? []
    if (!total) return null
    if (fare) expect(cents(total), bag).toBe(cents(fare) + cents(bags))
    return cents(total)
  })
}

const isSorted = (sums: readonly (number | null)[]) => {
  const known = sums.filter((sum) => sum !== null)
  const unknownFrom = sums.indexOf(null)
  const isLast = unknownFrom === -1 || sums.slice(unknownFrom).every((sum) => sum === null)
  return isLast && known.every((sum, place) => place === 0 || (known[place - 1] ?? 0) <= sum)
}

/** Until nothing more is being asked for, and the list stands by all that is known. */
export async function untilSorted(page: Page) {
  const order = page.getByRole('button', { name: 'Sort by price with a bag', exact: true })
  const settle = async () => {
    // At once: it may go away between a look and a click.
    await order.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
    const isAsking = (await page.getByText('checking the bag price…').count()) > 0
    return !isAsking && isSorted(await sumsOf(page))
  }
  await expect(page.getByText(/^Sorted by (price with a (checked )?bag|the bag prices)/)).toBeVisible({
    timeout: patience(40_000),
  })
  await expect.poll(settle, { timeout: patience(40_000) }).toBe(true)
}

import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { watchContext, watchNewContexts } from './context-watch'
import { slowProcessor } from './slow-processor'

interface Watched {
  /** What the console and the policy have said so far. */
  faults: string[]
  silentConsole: undefined
}

/** What a journey must not leave behind. */
export const expectSilent = (faults: readonly string[]) => expect(faults, 'console and policy').toEqual([])

/**
 * Every test of a page also proves that the console stays silent, and that no policy held anything back, in tabs and
 * contexts that it opens itself too.
 */
export const test = base.extend<Watched>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixtures that it needs, none
  faults: async ({}, use) => use([]),
  silentConsole: [
    async ({ browser, context, faults }, use) => {
      slowProcessor(context)
      await watchContext(context, faults)
      const stopWatching = watchNewContexts(browser, faults)
      await use(undefined)
      stopWatching()
      expectSilent(faults)
      // A call that a route still passes on ends with its page, and would fail the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

export { expect }

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page's scripts run: what it says by them alone stands there, and what is typed is heard. */
export const comeToLife = (page: Page) => page.locator('html[data-brand-ready]').waitFor({ state: 'attached' })

/** Goes to a page on which something is to be done next. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await comeToLife(page)
}

export const expectAccessible = (page: Page) => expectNone(page, (axe) => axe.withTags(WCAG))

/** And landmarks, headings and the like: no criterion of WCAG, and what readers find their way by. */
export const expectAccessibleAndWellBuilt = (page: Page) =>
  expectNone(page, (axe) => axe.withTags([...WCAG, 'best-practice']))

/** The part of it that a brand's colours decide. */
export const expectReadable = (page: Page) => expectNone(page, (axe) => axe.withRules(['color-contrast']))

/**
 * Every rule is applied, but only what fails is described: that alone halves the time. A page without frames is looked
 * at in one run inside it; with frames a second page is opened to gather what each of them says.
 */
async function axeIn(page: Page) {
  await comeToLife(page)
  await page.evaluate(atRest)
  const isFramed = page.frames().length > 1
  const isThere = !isFramed && (await page.evaluate(() => 'axe' in window))
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(!isFramed)
}

/**
 * axe measures what is far from the screen, and not drawn, at the height that was guessed: the last flight would lie over
 * the foot of the page. Draws the whole page, until the style sheet that is returned is emptied.
 */
const drawWhole = (page: Page) =>
  page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
    return sheet
  })

/** A dialog that is still fading in is no dialog yet to axe. What moves without end, or unseen, is not waited for. */
async function atRest() {
  const ending = document.getAnimations().filter(({ effect, playState }) => {
    const isSeen = effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true })
    return isSeen && playState === 'running' && effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  })
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

async function expectNone(page: Page, applying: (axe: AxeBuilder) => AxeBuilder) {
  const whole = await drawWhole(page)
  const { violations } = await applying(await axeIn(page)).analyze()
  await whole.evaluate((sheet) => sheet.replaceSync(''))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** As wide as the phone of the other project. */
const NARROW = { width: 412, height: 839 }

/**
 * For a journey that runs at one width: the screen that it has come to is accessible and fits on a desk and on a phone.
 */
export async function expectGoodAtAnyWidth(page: Page) {
  await expectAccessible(page)
  const own = page.viewportSize()
  if (!own || isPhone(page)) return
  await page.setViewportSize(NARROW)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize(own)
}

/** No page may scroll sideways, down to 320 px. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow, { message: 'pixels beyond the right edge' }).toBeLessThanOrEqual(0)
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

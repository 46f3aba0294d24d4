import type { Page } from '@playwright/test'
import { expect, expectSilent, open, test } from './support/test'

/** A script that no policy of ours allows. */
const runForeignScript = (page: Page) =>
  page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "foreign"'
    document.head.append(script)
  })

const STOPPED = /^script-src-elem stops inline on http/

/** The event, and the browser's own words in the console. */
async function expectStopped(faults: readonly string[]) {
  await expect.poll(() => faults).toHaveLength(2)
  expect(faults).toContainEqual(expect.stringMatching(STOPPED))
  expect(() => expectSilent(faults)).toThrow('script-src-elem')
}

const BROKEN = [expect.stringContaining('said in the console'), expect.stringContaining('thrown and not caught')]

/** As a script of ours that is broken. */
const breakDown = (page: Page) =>
  page.evaluate(() => {
    console.error('said in the console')
    setTimeout(() => {
      throw new Error('thrown and not caught')
    })
  })

test.describe('the watch that every journey has', { tag: '@any-width' }, () => {
  test('what a policy holds back would fail the journey', async ({ page, faults }) => {
    await open(page, '/about')
    expectSilent(faults)

    await runForeignScript(page)

    await expectStopped(faults)
    await expect(page).not.toHaveTitle('foreign')
    faults.length = 0
  })

  test('what a policy holds back in a context of the test’s own would fail it too', async ({ browser, faults }) => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await open(other, '/about')

    await runForeignScript(other)

    await expectStopped(faults)
    faults.length = 0
    await elsewhere.close()
  })

  test('errors in a second tab would fail the journey', async ({ context, faults }) => {
    const tab = await context.newPage()
    await open(tab, '/about')

    await breakDown(tab)

    await expect.poll(() => faults).toEqual(BROKEN)
    expect(() => expectSilent(faults)).toThrow('not caught')
    faults.length = 0
  })

  test('errors in a context of the test’s own would fail it too', async ({ browser, faults }) => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await open(other, '/about')

    await breakDown(other)

    await expect.poll(() => faults).toEqual(BROKEN)
    faults.length = 0
    await elsewhere.close()
  })
})

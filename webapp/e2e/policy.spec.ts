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

test.describe('the watch that every journey has', { tag: '@any-width' }, () => {
  test('what a policy holds back would fail the journey', async ({ page, faults }) => {
    await open(page, '/about')
    expectSilent(faults)

    await runForeignScript(page)

    // The event, and the browser's own words in the console.
    await expect.poll(() => faults).toHaveLength(2)
    expect(faults).toContainEqual(expect.stringMatching(STOPPED))
    expect(() => expectSilent(faults)).toThrow('script-src-elem')
    await expect(page).not.toHaveTitle('foreign')
    faults.length = 0
  })

  test('what a policy holds back in a context of the test’s own would fail it too', async ({ browser, faults }) => {
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await open(other, '/about')

    await runForeignScript(other)

    await expect.poll(() => faults).toEqual([expect.stringMatching(STOPPED)])
    expect(() => expectSilent(faults)).toThrow('script-src-elem')
    faults.length = 0
    await elsewhere.close()
  })
})

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

const ELSEWHERE = 'https://evil.example/'

/** What a script of others would do, by the directive that stops it. */
const ATTEMPTS: Record<string, (url: string) => void> = {
  'script-src-elem': (url) => {
    const script = document.createElement('script')
    script.src = url
    document.head.append(script)
  },
  'script-src-attr': () => {
    const button = document.createElement('button')
    button.setAttribute('onclick', 'document.title = "foreign"')
    document.body.append(button)
    button.click()
  },
  'connect-src': (url) => {
    fetch(url).catch(() => undefined)
  },
  'img-src': (url) => {
    new Image().src = url
  },
  'frame-src': (url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  },
  'form-action': (url) => {
    const form = document.createElement('form')
    form.action = url
    document.body.append(form)
    form.submit()
  },
}

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

test('no script of others runs or sends anything away', { tag: '@any-width' }, async ({ page, faults }) => {
  const asked: string[] = []
  await page.route(`${ELSEWHERE}**`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'document.title = "foreign"' })
  })
  await open(page, '/about')

  for (const [directive, attempt] of Object.entries(ATTEMPTS)) {
    await page.evaluate(attempt, ELSEWHERE)
    await expect.poll(() => faults.join('\n'), directive).toContain(`${directive} stops `)
    expect(await page.evaluate(() => document.title), directive).not.toBe('foreign')
  }

  expect(asked).toEqual([])
  // What its console still has to say comes before it is closed.
  await page.close()
  faults.length = 0
})

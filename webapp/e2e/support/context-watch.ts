import type { Browser, BrowserContext } from '@playwright/test'

/**
 * A guest's own session check and deliberate failures answer 4xx and 5xx or not at all, which Chromium also writes to
 * the console.
 * Everything else there is a fault: broken policies, failed hydration, missing files.
 */
const EXPECTED = /status of (401|402|403|404|409|410|422|502|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/

/**
 * Gathers the errors of a context's pages, those it opens later too: what their console says, what their scripts do not
 * catch, and what their policy (CSP) holds back in any frame.
 */
export async function watchContext(context: BrowserContext, faults: string[]) {
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) faults.push(message.text())
  })
  context.on('weberror', (webError) => faults.push(String(webError.error())))
  await context.exposeFunction('reportViolation', (fault: string) => faults.push(fault))
  await context.addInitScript(reportViolations)
}

/** Watches the contexts that a test opens itself too. Returns what ends that: the browser outlives the test. */
export function watchNewContexts(browser: Browser, faults: string[]) {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await watchContext(context, faults)
    return context
  }
  return () => {
    browser.newContext = newContext
  }
}

/** Runs in every frame. The console alone does not tell: a script that catches its refused `eval` keeps it silent. */
function reportViolations() {
  const page = window as unknown as { reportViolation: (fault: string) => void }
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, documentURI }) =>
    page.reportViolation(`${effectiveDirective} stops ${blockedURI} on ${documentURI}`),
  )
}

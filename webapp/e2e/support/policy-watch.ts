import type { Browser, BrowserContext } from '@playwright/test'

/** Gathers what the policy of a page (CSP) holds back, in every frame of every page of a context. */
export async function watchPolicy(context: BrowserContext, faults: string[]) {
  await context.exposeFunction('reportViolation', (fault: string) => faults.push(fault))
  await context.addInitScript(reportViolations)
}

/** Watches the contexts that a test opens itself too. Returns what ends that: the browser outlives the test. */
export function watchNewContexts(browser: Browser, faults: string[]) {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await watchPolicy(context, faults)
    return context
  }
  return () => {
    browser.newContext = newContext
  }
}

/**
 * Runs in every frame. The console alone does not tell: a script that catches its refused `eval` keeps it silent, and a
 * second tab has a console of its own.
 */
function reportViolations() {
  const page = window as unknown as { reportViolation: (fault: string) => void }
  addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective, documentURI }) =>
    page.reportViolation(`${effectiveDirective} stops ${blockedURI} on ${documentURI}`),
  )
}

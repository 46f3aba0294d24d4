import type { BrowserContext, Page } from '@playwright/test'

/** SLOWDOWN in the environment: how many times slower the processor of each page is, as on a cheap phone. */
const factor = Number(process.env.SLOWDOWN || 1)

/** Slows the pages of a context, those that it opens later too. */
export function slowProcessor(context: BrowserContext) {
  if (factor > 1) context.on('page', slow)
}

async function slow(page: Page) {
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: factor })
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

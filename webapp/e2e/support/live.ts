import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { payButton } from './booking'

/** The stack has the sandbox's live side: the wire of the real providers, and no money. The mode is everybody's. */
export async function setLive(request: APIRequestContext, enableLiveMode: boolean) {
  const login = { username: 'admin', password: 'admin-Fareway-2026' }
  expect((await request.post('/api/auth/login', { data: login })).ok()).toBe(true)
  expect((await request.post('/api/admin/settings', { data: { enableLiveMode } })).ok()).toBe(true)
  const mode = async () => (await (await request.get('/api/system/mode')).json()).isLiveMode
  await expect.poll(mode).toBe(enableLiveMode)
}

/** A field of the provider's, in its frame. */
export const field = (page: Page, frame: string) =>
  page.frameLocator(`iframe[title="Secure ${frame} input frame"]`).locator('input')

export async function typeCard(page: Page, number: string) {
  await field(page, 'card number').fill(number)
  await field(page, 'expiration date').fill('0834')
  await field(page, 'CVC').fill('123')
}

/** The browser sends a press to where frames stood when it last drew: after scrolling it draws once more first. */
export async function pay(page: Page) {
  await payButton(page).scrollIntoViewIfNeeded()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await payButton(page).click()
}

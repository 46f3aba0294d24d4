import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any screen has between two fields. */
const STOPS = 120

/** Presses Tab until the element has the focus; fails where the keyboard never gets there. */
export async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached by Tab').toBeFocused()
}

/** Goes to the element and activates it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Goes to the field and types; lists jump to the option that begins so. */
export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

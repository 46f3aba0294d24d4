import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

const LIVE = 'gallery-live.ts'
const widths = [390, 768, 1440]
const at = (width: number) => ({
  viewport: { width, height: width < 500 ? 844 : 900 },
  hasTouch: width < 1000,
})

/** Pictures of every screen for people to look at: `make screens`. */
export default defineConfig({
  ...journeys,
  testMatch: 'gallery*.ts',
  testIgnore: [],
  timeout: 180_000,
  projects: [
    ...widths.map((width) => ({ name: String(width), testIgnore: LIVE, use: at(width) })),
    // The mode is everybody's: its pictures are taken when the others are.
    ...widths.map((width) => ({
      name: `${width}-live`,
      testMatch: LIVE,
      workers: 1,
      dependencies: widths.map(String),
      use: at(width),
    })),
  ],
})

import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

/** Pictures of every screen for people to look at: `make screens`. */
export default defineConfig({
  ...journeys,
  testMatch: 'gallery*.ts',
  testIgnore: [],
  timeout: 180_000,
  projects: [390, 768, 1440].map((width) => ({
    name: String(width),
    use: { viewport: { width, height: width < 500 ? 844 : 900 }, hasTouch: width < 1000 },
  })),
})

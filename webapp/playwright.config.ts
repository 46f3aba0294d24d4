import { defineConfig, devices } from '@playwright/test'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
]

const OUTAGES = 'outage.spec.ts'
const LIVE = 'live.spec.ts'
/** What is the same whatever the width. */
const ANY_WIDTH = /(admin|brands?|failures|fares|first-frame|keyboard|replacement|zones)\.spec\.ts$/
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } }

/** The journeys run against a stack that is already up: `E2E_BASE_URL`, by default the address of `make run`. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  // A journey that passes at its second try is printed as flaky, and mended: it must not stop what does not cause it.
  retries: 1,
  // Generous: a slow machine is no fault of the page.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:8080',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', testIgnore: [OUTAGES, LIVE], use: desktop },
    { name: 'phone', testIgnore: [OUTAGES, LIVE, ANY_WIDTH], use: { ...devices['Pixel 7'] } },
    // Switches everybody to live mode, so it runs when the others have ended.
    { name: 'live', testMatch: LIVE, dependencies: ['desktop', 'phone'], use: desktop },
    // Stops a service under everybody, so it runs last, and only where the stack says how to start it again.
    ...(process.env.E2E_SEARCH ? [{ name: 'outage', testMatch: OUTAGES, dependencies: ['live'], use: desktop }] : []),
  ],
})

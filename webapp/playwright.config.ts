import { defineConfig, devices, type ReporterDescription } from '@playwright/test'
import { patience } from './e2e/support/patience'

/** The browser without its window: the same engine, and half the work for a machine. CHROMIUM names another one. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
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
/**
 * What is the same whatever the width: how a booking, a bank, a mail or an account answers. A screen that only these
 * journeys reach is looked at in both widths there (`expectGoodAtAnyWidth`), at a tenth of the cost of a journey.
 */
const ANY_WIDTH =
  /(admin|attention|brands?|challenge|failures|fares|first-frame|forced-colors|guest|hostile|keyboard|lost-answer|offline|replacement|return|second-factor|zones)\.spec\.ts$/
/** The same of single tests, in files that also have others. */
const ANY_WIDTH_TAG = /@any-width/
/** What only a phone has. */
const PHONE_TAG = /@phone/
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } }

const reporter: ReporterDescription[] = [['line']]
// Its file is named by the variable alone.
if (process.env.PLAYWRIGHT_JUNIT_OUTPUT_NAME) reporter.push(['junit'])

/** The journeys run against a stack that is already up: `E2E_BASE_URL`, by default the address of `make run`. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // One more than processors: a journey that waits for an airline or a mail leaves its turn to another.
  workers: 3,
  // A journey that fails now and then hides a fault of the page or its own: it is mended, not tried again.
  retries: 0,
  // A journey that somebody ran alone while writing it.
  forbidOnly: process.env.PLAYWRIGHT_JUNIT_OUTPUT_NAME !== undefined,
  // Generous: a slow machine is no fault of the page. A slower one says so by TEST_PATIENCE.
  timeout: patience(120_000),
  expect: { timeout: patience(10_000) },
  reporter,
  use: {
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:8080',
    // To record costs as much again as to run. TRACE=on shows how a failure came about.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'desktop', testIgnore: [OUTAGES, LIVE], grepInvert: PHONE_TAG, use: desktop },
    {
      name: 'phone',
      testIgnore: [OUTAGES, LIVE, ANY_WIDTH],
      grepInvert: ANY_WIDTH_TAG,
      use: { ...devices['Pixel 7'] },
    },
    // Switches everybody to live mode, so it runs when the others have ended.
    { name: 'live', testMatch: LIVE, dependencies: ['desktop', 'phone'], use: desktop },
    // Stops a service under everybody, so it runs last, and only where the stack says how to start it again.
    ...(process.env.E2E_SEARCH ? [{ name: 'outage', testMatch: OUTAGES, dependencies: ['live'], use: desktop }] : []),
  ],
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { patience } from './src/testing/patience'
import { writeMessages } from './tools/messages.mjs'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Compiles the texts of a language beside those of a build, which may be in another one at the same time. */
function messagesIn(locale: string) {
  const out = at(`./.messages/${locale}`)
  writeMessages({ locale, out })
  return out
}
// The texts that the tests expect are English, and those of one test the pseudo-locale's.
const [english, pseudo] = [messagesIn('en'), messagesIn('pseudo')]

const shared = {
  setupFiles: ['src/testing/setup.ts'],
  // A call of the test before proves nothing of this one.
  clearMocks: true,
  restoreMocks: true,
  testTimeout: 30_000 * patience,
  css: false,
}

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@/messages': english, '@': at('./src'), '@seeds': at('../seeds') } },
  test: {
    // A realm for each file in a process that stays: to load jsdom for each file takes as long as half of the tests.
    pool: 'vmForks',
    execArgv: ['--require', at('./src/testing/commonjs-helpers.cjs')],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'new york',
          include: ['src/**/*.test.tsx'],
          exclude: ['src/pseudo-locale.test.tsx'],
          environment: 'jsdom',
          env: { TZ: 'America/New_York' },
        },
      },
      {
        extends: true,
        resolve: { alias: { '@/messages': pseudo } },
        test: {
          ...shared,
          name: 'pseudo-locale',
          include: ['src/pseudo-locale.test.tsx'],
          environment: 'jsdom',
          env: { TZ: 'America/New_York' },
        },
      },
      // A DOM is dear. A test without JSX that needs one says so in its first line: `// @vitest-environment jsdom`.
      {
        extends: true,
        test: {
          ...shared,
          name: 'new york without a page',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          env: { TZ: 'America/New_York' },
        },
      },
      // Dates must read the same wherever the browser is: the formatters run again on the other side of the date line.
      {
        extends: true,
        test: {
          ...shared,
          name: 'auckland',
          include: ['src/lib/dates.test.ts'],
          environment: 'node',
          env: { TZ: 'Pacific/Auckland' },
        },
      },
    ],
  },
})

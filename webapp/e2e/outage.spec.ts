import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { patience } from './support/patience'
import { inDays, searchUrl } from './support/search'
import { expect, test } from './support/test'

/** The command line of the stack's svc-search, which runs as a process of its own. */
const [program = '', ...args] = (process.env.E2E_SEARCH ?? '').split(/\s+/)

/** Its address is this stack's alone: another stack on the same machine keeps its own search. */
const ownProcess = `^${[program, ...args.slice(0, 3)].join(' ')} `

let restarted: ChildProcess | undefined

const stopSearch = () => execFileSync('pkill', ['-f', '--', ownProcess])
const startSearch = () => {
  restarted = spawn(program, args, { stdio: 'ignore', detached: true })
  restarted.unref()
}

test.afterEach(() => {
  if (!restarted) startSearch()
})

test('s072 the results page says that the search is away, and recovers by itself when it is back', async ({ page }) => {
  stopSearch()
  await page.goto(searchUrl({ departureDate: inDays(91), returnDate: inDays(98) }))

  await expect(page.getByRole('heading', { name: 'Error Loading Flights' })).toBeVisible()

  startSearch()

  await expect(page.getByRole('article').first()).toBeVisible({ timeout: patience(25_000) })
})

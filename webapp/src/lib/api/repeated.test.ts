// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { apiPath } from './api-path'
import { request } from './client'
import type { ApiError } from './error'
import { repeated } from './repeated'

const { pauses } = vi.hoisted(() => ({ pauses: [] as number[] }))
let isLong = false
vi.mock('@/lib/pause', () => ({
  pause: async (ms: number) => {
    pauses.push(ms)
    if (isLong) await new Promise(() => undefined)
  },
}))

const away = () => new Response('{}', { status: 503 })
const limited = (wait = '') => new Response('{}', { status: 429, headers: { 'retry-after': wait } })
const done = () => new Response('"done"')

/** What comes of these answers, one after the other; the last one stays. */
async function ask(answers: (() => Response)[], options?: Parameters<typeof repeated>[1]) {
  let asked = 0
  vi.stubGlobal('fetch', async () => (answers[asked++] ?? answers.at(-1))?.())
  const outcome = await repeated(() => request('GET', apiPath('/api/bookings')), options).catch(
    (error: ApiError) => error,
  )
  return { outcome, asked }
}

afterEach(() => {
  isLong = false
  pauses.length = 0
})

test('what nobody answers is sent four times in all', async () => {
  const { outcome, asked } = await ask([away])

  expect([(outcome as ApiError).status, asked, pauses]).toEqual([503, 4, [2_000, 4_000, 8_000]])
})

test('too many requests is a refusal where nothing else was sent before', async () => {
  const { outcome, asked } = await ask([limited])

  expect([(outcome as ApiError).isPassing, asked]).toEqual([false, 1])
})

test('after a call without an answer too many requests says nothing of what became of it', async () => {
  const { outcome } = await ask([away, () => limited('9'), done])
  expect([outcome, pauses]).toEqual(['done', [2_000, 9_000]])

  const never = await ask([away, limited])
  expect((never.outcome as ApiError).isPassing).toBe(true)
})

test('a call that repeats an earlier one without an answer is not refused by too many requests', async () => {
  const { outcome, asked } = await ask([() => limited('60')], { isRepeat: true })

  expect([(outcome as ApiError).isPassing, asked]).toEqual([true, 1])
})

test('the wait for another try ends when the connection is back', async () => {
  isLong = true
  const unsent = () => {
    throw new TypeError('Failed to fetch')
  }
  let unheard = 0
  const asking = ask([unsent, done], { onUnheard: () => (unheard += 1) })
  await vi.waitFor(() => expect(pauses).toEqual([2_000]))
  expect(unheard).toBe(1)

  window.dispatchEvent(new Event('online'))

  expect((await asking).outcome).toBe('done')
})

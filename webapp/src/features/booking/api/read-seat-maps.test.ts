// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { ApiError } from '@/lib/api/error'
import { cabin } from '@/testing/seats'
import { readSeatMaps } from './read-seat-maps'

const { pauses } = vi.hoisted(() => ({ pauses: [] as number[] }))
vi.mock('@/lib/pause', () => ({ pause: async (ms: number) => void pauses.push(ms) }))

const away = (wait = '') => new Response('{}', { status: 503, headers: { 'retry-after': wait } })
const refused = () => Response.json({ code: 'OFFER_NOT_FOUND', message: 'x' }, { status: 404 })
const maps = [cabin(['15A|B'])]
const found = () => Response.json(maps)
const unsent = () => {
  throw new TypeError('Failed to fetch')
}

/** What comes of these answers, one after the other; the last one stays. */
async function read(...answers: (() => Response)[]) {
  let asked = 0
  vi.stubGlobal('fetch', async () => (answers[asked++] ?? answers.at(-1))?.())
  const outcome = await readSeatMaps('off_1').catch((error: ApiError) => error.status)
  return { outcome, asked }
}

afterEach(() => {
  pauses.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['that are not answered', 503, away],
  ['without a connection that the browser knows of', 0, unsent],
])('s104 seat maps %s are asked for three times', async (_, status, answer) => {
  expect(await read(answer)).toEqual({ outcome: status, asked: 3 })
  expect(pauses).toEqual([2_000, 4_000])
})

test('s104 seat maps that come at the second try are those', async () => {
  expect(await read(away, found)).toEqual({ outcome: maps, asked: 2 })
})

test('s104 a server that asks for a little patience gets it', async () => {
  expect(await read(() => away('5'))).toEqual({ outcome: 503, asked: 3 })
  expect(pauses).toEqual([5_000, 5_000])
})

test.each([
  ['a server that asks for a minute', 503, () => away('60')],
  ['a refusal', 404, refused],
])('s104 after %s nothing is asked again', async (_, status, answer) => {
  expect(await read(answer)).toEqual({ outcome: status, asked: 1 })
  expect(pauses).toEqual([])
})

test('s104 a server that takes long to fail is not asked again', async () => {
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  const slow = () => {
    now += 11_000
    return away()
  }

  expect(await read(slow)).toEqual({ outcome: 503, asked: 1 })
})

test('s104 an airline that has no seat maps is asked once', async () => {
  expect(await read(() => Response.json([]))).toEqual({ outcome: [], asked: 1 })
})

test('s129 a browser that knows of no connection asks once, so that the page can say so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  expect(await read(unsent)).toEqual({ outcome: 0, asked: 1 })
})

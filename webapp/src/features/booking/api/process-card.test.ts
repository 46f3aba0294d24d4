// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { SystemMode } from '@/lib/api/types'
import { emptyCard } from '../lib/card'
import { processCard } from './process-card'

vi.mock('@/lib/pause', () => ({ pause: async () => undefined }))
const solvedWork = vi.hoisted(() => vi.fn<(challenge: string) => Promise<string | null>>())
vi.mock('../lib/work', () => ({ solvedWork }))

const order = { offerId: 'off_1', seats: [], bags: [], amount: '1284.00', currency: 'USD' }
const test_: SystemMode = { isLiveMode: false, mode: 'test', known: true, liveCards: false, cardFields: null }
const assumed: SystemMode = { ...test_, known: false }
const live: SystemMode = { isLiveMode: true, mode: 'live', known: true, liveCards: true, cardFields: null }

const pay = (mode: SystemMode) => processCard(order, emptyCard, mode, { key: 'key', isRepeat: false })
const answer = (status: number, body: unknown) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }))

afterEach(() => {
  vi.restoreAllMocks()
  solvedWork.mockReset()
})

test.each([401, 500, 503])('r001 s141 in test mode a %s makes a simulated payment', async (status) => {
  answer(status, {})

  expect(await pay(test_)).toEqual({ paymentId: expect.stringMatching(/^test_pay_[0-9a-f-]{36}$/) })
})

test('r001 s141 in test mode a failed connection makes a simulated payment', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))

  expect(await pay(test_)).toHaveProperty('paymentId')
})

test.each([
  ['live mode', live],
  ['a mode that the server has not named', assumed],
])('r001 s141 in %s nothing is simulated', async (_, mode) => {
  answer(503, {})

  expect(await pay(mode)).toMatchObject({ failure: { title: 'Payment Error' } })
})

test('r001_a refusal never becomes a success', async () => {
  answer(200, { success: false, error: 'PAYMENT_FAILED', message: 'Declined', price: null })

  expect(await pay(test_)).toMatchObject({ failure: { kind: 'payment', message: expect.stringContaining('declined') } })
})

const asked = { success: false, error: 'WORK_REQUIRED', message: 'Wait', price: null, challenge: '{"a":1}' }
const paid = { success: true, paymentId: 'pay_1', status: 'authorised' }

test('a card that needs work is sent again with it, under the same key', async () => {
  const answers = [asked, paid].map((body) => new Response(JSON.stringify(body)))
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() as Response)
  solvedWork.mockResolvedValue('solution')
  const onWork = vi.fn()

  const outcome = await processCard(order, emptyCard, live, { key: 'key', isRepeat: false, onWork })

  expect(outcome).toEqual({ paymentId: 'pay_1' })
  expect(solvedWork).toHaveBeenCalledExactlyOnceWith('{"a":1}')
  expect(onWork.mock.calls).toEqual([[true], [false]])
  const bodies = fetch.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
  expect(bodies.map(({ work }) => work)).toEqual([undefined, 'solution'])
  expect({ ...bodies[1], work: undefined }).toEqual({ ...bodies[0], work: undefined })
  const keys = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toEqual(['key', 'key'])
})

test.each([
  ['can’t be done', null, 1],
  ['is asked for again and again', 'solution', 3],
])('a card whose work %s stays typed, and nothing was charged', async (_, work, calls) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(asked)))
  solvedWork.mockResolvedValue(work)

  const outcome = await pay(live)

  expect(outcome).toMatchObject({
    failure: { kind: 'limited', message: expect.stringContaining('Nothing was charged') },
  })
  expect(fetch).toHaveBeenCalledTimes(calls)
})

test('in live mode a card without an answer is sent again under the same key', async () => {
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('{}', { status: 429 }))
    .mockResolvedValueOnce(new Response(JSON.stringify({ success: true, paymentId: 'pay_1', status: 'authorised' })))

  expect(await pay(live)).toEqual({ paymentId: 'pay_1' })
  const keys = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
  expect(keys).toEqual(['key', 'key', 'key'])
})

test('an authorised card gives its payment, under the key of the attempt', async () => {
  const fetch = answer(200, { success: true, paymentId: 'pay_1', status: 'authorised' })

  expect(await pay(test_)).toEqual({ paymentId: 'pay_1' })
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ 'idempotency-key': 'key' })
})

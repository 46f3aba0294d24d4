// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Verification } from '@/lib/api/offers'
import { liveMode, testMode } from '@/testing/modes'
import { type Fake, type Given, problem, serve } from '@/testing/server'
import { emptyCard } from '../lib/card'
import { emptyPassenger } from '../lib/passenger-form'
import { usePayment } from './use-payment'

const { notify, events } = vi.hoisted(() => ({ notify: vi.fn(), events: [] as string[] }))
vi.mock('@/components/ui/toast/notify', () => ({ notify }))
vi.mock('@/lib/pause', () => ({ pause: async (ms: number) => void events.push(`pause ${ms}`) }))

const CARD = 'POST /api/payments/process-card'
const BOOK = 'POST /api/bookings'
const MODE = 'GET /api/system/mode'
const standing: Verification = {
  isValid: true,
  isGone: false,
  isRefused: false,
  code: '',
  expiresAt: null,
  replacement: null,
}

function note<T>(name: string, answer: T) {
  return () => {
    events.push(name)
    return answer
  }
}

const noted =
  <Answered>(name: string, answer: Given<Answered>): Given<Answered> =>
  () => {
    events.push(name)
    return answer instanceof Function ? answer() : answer
  }

const keysOf = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ path }) => path === '/api/payments/process-card').map(({ key }) => key)

const EmptyCache = ({ children }: { children: ReactNode }) =>
  createElement(SWRConfig, { value: { provider: () => new Map() } }, children)

type Answers = { [Call in typeof MODE | typeof CARD | typeof BOOK]?: Given<Fake<Call>> }

const usual: Required<Answers> = {
  [MODE]: liveMode,
  [CARD]: { success: true, paymentId: 'pay_1', status: 'authorised' },
  [BOOK]: { id: 'bk_1', status: 'pending', action_url: null },
}

const refused = (error: 'PAYMENT_FAILED' | 'TOO_MANY_ATTEMPTS') => ({
  success: false,
  error,
  message: 'Declined.',
  price: null,
  retryAfterSeconds: null,
})

/** Pays for one passenger in a live shop, and says what happened in which order. */
async function pay(answers: Answers = {}, verification = standing, isCardGood = true) {
  const { [MODE]: mode, [CARD]: card, [BOOK]: book } = { ...usual, ...answers }
  const calls = serve({ [MODE]: mode, [CARD]: noted('process card', card), [BOOK]: noted('book', book) })
  const passenger = { ...emptyPassenger, firstName: 'Maya', lastName: 'Okafor', dateOfBirth: '1989-04-18' }
  const { result } = renderHook(
    () =>
      usePayment({
        order: { offerId: 'off_1', seats: [], bags: [], amount: '1284', currency: 'USD' },
        party: [{ id: 'pas_1', type: 'adult' }],
        passengers: [passenger],
        checkOffer: async (withinMs) => note(withinMs ? 'check offer briefly' : 'check offer', verification)(),
        onPriceChanged: vi.fn(),
        onBagsRefused: vi.fn(),
        onBooked: () => void events.push('booked'),
      }),
    { wrapper: EmptyCache },
  )
  await waitFor(() => expect(result.current.mode.mode).toBe('live'))
  const means = { ...emptyCard, holderName: 'Maya Okafor' }
  await act(() => result.current.pay(note('check card', isCardGood ? means : null)))
  const toasts = notify.mock.calls.map(([toast]) => toast)
  return { ...result.current, result, means, calls, toasts, titles: toasts.map(({ title }) => title) }
}

beforeEach(() => {
  events.length = 0
})

test('s107 s137 offer, card, payment, 500 and 300 ms, offer, booking, and 800 ms until the form opens again', async () => {
  const { phase } = await pay()

  expect(events).toEqual([
    'check offer',
    'check card',
    'process card',
    'pause 800',
    // What is paid for waits for no slow airline.
    'check offer briefly',
    'book',
    'booked',
    'pause 800',
  ])
  expect(phase).toBe('idle')
})

test('s107 s110 an offer that is gone is not paid for', async () => {
  const { failure, phase, titles } = await pay({}, { ...standing, isValid: false, isGone: true, code: 'OFFER_EXPIRED' })

  expect(events).toEqual(['check offer'])
  expect({ kind: failure?.kind, phase, titles }).toEqual({ kind: 'expired', phase: 'idle', titles: [] })
})

test.each([
  'API_ERROR',
  // Also of an airline that has not answered in all the time it was given.
  'NO_RESPONSE',
])('s112 s113 an offer that nobody can check (%s) is said to be so, and paid for', async (code) => {
  const { toasts } = await pay({}, { ...standing, isValid: false, code })

  expect(events).toContain('booked')
  expect(toasts).toEqual([
    {
      type: 'warning',
      title: 'Offer Validation Failed',
      description: 'Unable to verify offer validity. Please try again.',
    },
  ])
})

test('an offer that the server does not sell is not paid for, and the reason is told', async () => {
  const message = expect.stringMatching(/takes no passports.*Nothing was charged/)
  const refused = { ...standing, isValid: false, isRefused: true, code: 'DOCUMENTS_UNSUPPORTED' }
  const { failure, isClosed } = await pay({}, refused)

  expect(events).toEqual(['check offer'])
  expect({ failure, isClosed }).toMatchObject({ failure: { kind: 'refused', message }, isClosed: true })
})

/** The mode as the page has read it, and as it is once the offer was checked. */
const modes = (before: Fake<typeof MODE>, now: Fake<typeof MODE>) => () =>
  events.includes('check offer') ? now : before

test('s013 a mode that was switched unheard is met before the card is asked for', async () => {
  const { failure, result } = await pay({ [MODE]: modes(liveMode, testMode) })

  expect(events).toEqual(['check offer'])
  expect(failure?.kind).toBe('mode')
  expect(result.current.mode.mode).toBe('test')
})

test('s013 where nobody tells the mode now, the server compares it with the one shown', async () => {
  const { calls } = await pay({ [MODE]: modes(liveMode, problem(503, 'SERVICE_UNAVAILABLE', 'Away')) })

  expect(calls.find(({ path }) => path === '/api/payments/process-card')?.body).toMatchObject({ expectedMode: 'live' })
})

test('s137 a card that cannot be right is not processed', async () => {
  await pay({}, standing, false)

  expect(events).toEqual(['check offer', 'check card'])
})

test.each<[string, Answers, string]>([
  ['a declined card', { [CARD]: refused('PAYMENT_FAILED') }, 'Payment Failed'],
  ['a card provider that is away', { [CARD]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away') }, 'Payment Error'],
  ['a booking whose card fails', { [BOOK]: problem(402, 'PAYMENT_FAILED', 'Declined.') }, 'Card Payment Failed'],
])('s139 s141 %s is told as such, and in live nothing is made up', async (_, answers, title) => {
  const { titles } = await pay(answers)

  expect(titles).toEqual([title])
  expect(events).not.toContain('booked')
})

test.each<[string, Answers, string]>([
  ['a booking that fails', { [BOOK]: problem(422, 'BOOKING_FAILED', '') }, 'Booking Failed'],
  ['another price', { [BOOK]: problem(409, 'PRICE_CHANGED', '') }, 'The price has changed'],
  ['too many tries', { [CARD]: refused('TOO_MANY_ATTEMPTS') }, 'Payment Failed'],
])('s140 %s is told in the page alone, and no toast repeats it', async (_, answers, title) => {
  const { titles, failure } = await pay(answers)

  expect([failure?.title, titles]).toEqual([title, []])
  expect(events).not.toContain('booked')
})

test('a card of which nobody knows is asked about under its key, and another card has a key of its own', async () => {
  const { result, means, calls } = await pay({ [CARD]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away') })
  expect(result.current.failure?.kind).toBe('away')

  await act(() => result.current.pay(() => means))
  expect(new Set(keysOf(calls)).size).toBe(1)

  act(() => result.current.changeCard())
  await act(() => result.current.pay(() => means))
  expect(new Set(keysOf(calls)).size).toBe(2)
})

test('r006 a card of which nobody knows is asked about under its key, though the mode was switched meanwhile', async () => {
  const isSwitched = () => events.filter((event) => event === 'check offer').length > 1
  const { result, means, calls } = await pay({
    [CARD]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away'),
    [MODE]: () => (isSwitched() ? testMode : liveMode),
  })
  const before = keysOf(calls).length

  await act(() => result.current.pay(() => means))

  expect(keysOf(calls).length).toBeGreaterThan(before)
  expect(new Set(keysOf(calls)).size).toBe(1)
  expect(result.current.failure?.kind).toBe('away')
})

test('r006 a try that took no card in between does not bring another card under the key of the first', async () => {
  const { result, means, calls } = await pay({ [CARD]: problem(503, 'PROVIDER_UNAVAILABLE', 'Away') })
  await act(() => result.current.pay(() => null))
  expect(result.current.failure).toBeNull()

  act(() => result.current.changeCard())
  await act(() => result.current.pay(() => means))

  expect(new Set(keysOf(calls)).size).toBe(2)
})

test('r006 after a try that took no card "too many requests" still says nothing of the first', async () => {
  let answer = problem(503, 'PROVIDER_UNAVAILABLE', 'Away')
  const { result, means, calls } = await pay({ [CARD]: () => answer })
  await act(() => result.current.pay(() => null))

  answer = problem(429, 'RATE_LIMITED', 'Slowly')
  await act(() => result.current.pay(() => means))

  expect(result.current.failure?.kind).toBe('away')
  expect(new Set(keysOf(calls)).size).toBe(1)
})

test.each([
  ['SERVICE_UNAVAILABLE', 'We can’t take payments right now.'],
  ['PAYMENT_PROVIDER_UNAVAILABLE', 'The card provider or your bank has not answered yet.'],
  ['', 'We could not reach the card provider.'],
])('who did not answer for a card is told by the code "%s"', async (code, why) => {
  const { failure } = await pay({ [CARD]: problem(503, code, 'Nothing has been charged.') })

  expect(failure?.message).toMatch(`${why} `)
  expect(failure?.message).toMatch(
    / Nothing was charged\. Pay again to ask once more: the same card never pays twice\.$/,
  )
  expect(failure?.message.match(/charged/g)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import type { BookingRequest } from '../api/create-booking'
import { type Attempt, type AttemptEvent, isClosed, mayBeBooked, nextAttempt } from './attempt'
import type { Failure, FailureKind } from './failure'

const old = { payment: 'p1', booking: 'b1' }
const fresh = { payment: 'p2', booking: 'b2' }
const request: BookingRequest = {
  order: { offerId: 'off_1', seats: [], bags: [], amount: '1284', currency: 'USD' },
  party: [],
  passengers: [],
  paymentId: 'pay_1',
  mode: { isLiveMode: false, mode: 'test', known: true, liveCards: false, cardFields: null },
  key: 'b1',
}
const said = (kind: FailureKind): Failure => ({ kind, title: kind, message: '' })

const standings = {
  idle: { at: 'idle' },
  'card open': { at: 'card open' },
  'order open': { at: 'order open', request },
  refused: { at: 'refused' },
  done: { at: 'done' },
} as const
type At = keyof typeof standings

const standing = (at: At, failure: Failure | null = null): Attempt => ({ ...standings[at], keys: old, failure })
const after = (from: Attempt, event: AttemptEvent) => nextAttempt(from, { event, fresh })
const failed = (kind: FailureKind): AttemptEvent => ({ type: 'failed', failure: said(kind) })

test.each<[At, AttemptEvent, At, 'same keys' | 'new keys']>([
  ['idle', { type: 'card sent' }, 'card open', 'same keys'],
  ['card open', { type: 'order sent', request }, 'order open', 'same keys'],
  ['order open', { type: 'booked' }, 'done', 'same keys'],
  // Without an answer it stays open.
  ['card open', failed('away'), 'card open', 'same keys'],
  ['order open', failed('unanswered'), 'order open', 'same keys'],
  ['card open', { type: 'pressed' }, 'card open', 'same keys'],
  ['order open', { type: 'pressed' }, 'order open', 'same keys'],
  // An answer ends it.
  ['card open', failed('payment'), 'idle', 'new keys'],
  ['order open', failed('payment'), 'idle', 'new keys'],
  ['order open', failed('price'), 'idle', 'new keys'],
  ['order open', failed('expired'), 'idle', 'new keys'],
  ['order open', failed('refused'), 'refused', 'new keys'],
  // Another card.
  ['idle', { type: 'other card' }, 'idle', 'same keys'],
  ['card open', { type: 'other card' }, 'idle', 'new keys'],
  ['order open', { type: 'other card' }, 'order open', 'same keys'],
  ['refused', { type: 'other card' }, 'refused', 'same keys'],
  // Other passengers or seats.
  ['idle', { type: 'other order' }, 'idle', 'same keys'],
  ['card open', { type: 'other order' }, 'idle', 'new keys'],
  ['order open', { type: 'other order' }, 'order open', 'same keys'],
  ['refused', { type: 'other order' }, 'refused', 'same keys'],
  // What may be booked is not left for another offer.
  ['idle', { type: 'other offer' }, 'idle', 'new keys'],
  ['card open', { type: 'other offer' }, 'idle', 'new keys'],
  ['refused', { type: 'other offer' }, 'idle', 'new keys'],
  ['order open', { type: 'other offer' }, 'order open', 'same keys'],
  ['done', { type: 'other offer' }, 'done', 'same keys'],
])('r006 from %s, %o leads to %s with the %s', (from, event, to, keys) => {
  expect(after(standing(from), event)).toMatchObject({ at: to, keys: keys === 'same keys' ? old : fresh })
})

test('r006 an open order keeps its request for asking again, whatever is shown of it', () => {
  const unanswered = after(standing('order open'), failed('unanswered'))

  for (const event of [{ type: 'pressed' }, { type: 'other order' }, { type: 'other card' }] as const) {
    expect(after(unanswered, event)).toMatchObject({ at: 'order open', request })
  }
  expect(after(unanswered, { type: 'other order' }).failure).toMatchObject({ kind: 'unanswered' })
})

test('what the airline refused stays said, whatever is typed; all else that was said goes with another order', () => {
  expect(after(standing('refused', said('refused')), { type: 'other order' }).failure?.kind).toBe('refused')
  expect(after(standing('idle', said('price')), { type: 'other order' }).failure).toBeNull()
})

test.each<[At, { mayBe: boolean; closed: boolean }]>([
  ['idle', { mayBe: false, closed: false }],
  ['card open', { mayBe: false, closed: false }],
  ['order open', { mayBe: true, closed: true }],
  ['refused', { mayBe: false, closed: true }],
  ['done', { mayBe: true, closed: true }],
])('an attempt that is %s: %o', (at, { mayBe, closed }) => {
  expect({ mayBe: mayBeBooked(standing(at)), closed: isClosed(standing(at)) }).toEqual({ mayBe, closed })
})

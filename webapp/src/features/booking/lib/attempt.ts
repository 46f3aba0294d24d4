import { randomUuid } from '@/lib/random-uuid'
import type { BookingRequest } from '../api/create-booking'
import type { Failure } from './failure'

/** One pair for each attempt: a repeat under the same keys is the same attempt. */
export interface Keys {
  payment: string
  booking: string
}

/** How far an attempt to pay has come. What is open was sent and not answered: it may have arrived. */
type Standing =
  | { at: 'idle' }
  | { at: 'card open' }
  | { at: 'order open'; request: BookingRequest }
  /** The airline's last word on this offer. */
  | { at: 'refused' }
  | { at: 'done' }

export type Attempt = Standing & {
  keys: Keys
  /** What is shown of it, which says nothing about whether it is open. */
  failure: Failure | null
}

export type AttemptEvent =
  /** Pay, or Ask again: what was said before counts no longer. */
  | { type: 'pressed' }
  | { type: 'card sent' }
  | { type: 'order sent'; request: BookingRequest }
  | { type: 'failed'; failure: Failure }
  | { type: 'booked' }
  | { type: 'other card' }
  | { type: 'other order' }
  | { type: 'other offer' }

export const newKeys = (): Keys => ({ payment: randomUuid(), booking: randomUuid() })

const begun = (keys: Keys): Attempt => ({ at: 'idle', keys, failure: null })

export const firstAttempt = () => begun(newKeys())

/** The offer is bought, or may be: it is no loss when it is gone, and nothing may be bought in its place. */
export const mayBeBooked = ({ at }: Attempt) => at === 'order open' || at === 'done'

/** Nothing more is to be paid here. */
export const isClosed = (attempt: Attempt) => mayBeBooked(attempt) || attempt.at === 'refused'

/** `fresh` are the keys of the attempt that begins where this one ends. */
export function nextAttempt(attempt: Attempt, { event, fresh }: { event: AttemptEvent; fresh: Keys }): Attempt {
  switch (event.type) {
    case 'pressed':
      return { ...attempt, failure: null }
    case 'card sent':
      return { at: 'card open', keys: attempt.keys, failure: null }
    case 'order sent':
      // Who asks again goes on reading that there was no answer.
      return {
        at: 'order open',
        request: event.request,
        keys: attempt.keys,
        failure: attempt.at === 'order open' ? attempt.failure : null,
      }
    case 'failed':
      return failed(attempt, event.failure, fresh)
    case 'booked':
      return { at: 'done', keys: attempt.keys, failure: null }
    case 'other card':
      // The same card goes on with the attempt that nobody answered; another one would be answered with the first.
      return attempt.at === 'card open' ? begun(fresh) : attempt
    case 'other order':
      if (isClosed(attempt)) return attempt
      return attempt.at === 'card open' ? begun(fresh) : { ...attempt, failure: lasting(attempt) }
    case 'other offer':
      return mayBeBooked(attempt) ? attempt : { ...begun(fresh), failure: lasting(attempt) }
  }
}

/** Too many tries are the payer's: another order is refused like the one before. */
const lasting = ({ failure }: Attempt) => (failure?.kind === 'halted' ? failure : null)

function failed(attempt: Attempt, failure: Failure, fresh: Keys): Attempt {
  // Without an answer only its own keys lead back to it; what was not sent takes nothing back.
  if (['away', 'unanswered', 'offline'].includes(failure.kind)) return { ...attempt, failure }
  return { at: failure.kind === 'refused' ? 'refused' : 'idle', keys: fresh, failure }
}

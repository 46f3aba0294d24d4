import { ApiError, reasonOf, TRY_LATER, waitOf } from '@/lib/api/error'
import { type FieldWords, fieldProblems } from '@/lib/api/field-problems'
import * as words from '@/messages/watch/dialog'

/** A wait from here on is that of the budget of a day: those of other limits are a minute. */
const LONG_WAIT_MS = 10 * 60_000

const said: FieldWords = {
  'email.invalid': words.emailInvalid,
  'email.required': words.emailInvalid,
  'trip.departureDate.past': words.departed,
  'trip.origin.unknown': words.placeUnknown,
  'trip.destination.unknown': words.placeUnknown,
}

/** Why a price is not watched: at the field for the address, else above the form. */
export function refusalOf(error: unknown): { email?: string; form: string } {
  const problems = fieldProblems(error, said)
  const email = problems.find(({ field }) => field === 'email')?.message
  const [other] = problems.filter(({ field }) => field !== 'email')
  return { email, form: other?.message ?? (email ? '' : reasonInWatch(error)) }
}

/** Why a call about watches failed. */
export function reasonInWatch(error: unknown) {
  if (!(error instanceof ApiError)) return TRY_LATER
  if (error.isUnreached) return words.unreached
  const isForToday = error.code === 'RATE_LIMITED' && error.retryAfterMs >= LONG_WAIT_MS
  return isForToday ? words.enoughToday(waitOf(error.retryAfterMs)) : reasonOf(error, TRY_LATER)
}

import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import { type FieldWords, fieldProblems } from '@/lib/api/field-problems'
import * as fieldWords from '@/messages/components/fields'
import * as words from '@/messages/watch/dialog'

const said: FieldWords = {
  'email.invalid': fieldWords.emailInvalid,
  'email.required': fieldWords.emailInvalid,
  'trip.departureDate.past': words.departed,
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
  return error.isUnreached ? words.unreached : reasonOf(error, TRY_LATER)
}

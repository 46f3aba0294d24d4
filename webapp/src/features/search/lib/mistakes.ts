import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { type FieldWords, fieldProblems } from '@/lib/api/field-problems'
import * as words from '@/messages/search/problems'
import { MAX_SEATS, TOO_FAR } from './search-form'

/** What is wrong with a search, field by field: an address may hold what the form would not send. */
const mistakes: FieldWords = {
  'origin.required': words.originMissing,
  'origin.unknown': words.originUnknown,
  'destination.required': words.destinationMissing,
  'destination.same': words.samePlace,
  'destination.unknown': words.destinationUnknown,
  'departureDate.required': words.departureMissing,
  'departureDate.past': words.departurePast,
  'departureDate.too_far_ahead': TOO_FAR,
  'departureDate.unknown': words.dateUnknown,
  'returnDate.required': words.returnMissing,
  'returnDate.too_early': words.returnTooEarly,
  'returnDate.too_far_ahead': TOO_FAR,
  'returnDate.unknown': words.dateUnknown,
  'cabinClass.required': words.cabinMissing,
  'adultsCount.invalid': words.adultMissing,
  'childrenCount.invalid': words.tooManyChildren,
  'infantsCount.invalid': words.tooManyInfants,
  'ages.invalid': words.agesWrong,
}

/** The code of a notice: the group is larger than one booking can be. */
export const TOO_MANY_PASSENGERS = 'TOO_MANY_PASSENGERS'

/** Why no airline was asked, by the code of the answer's notice. */
const notices: Record<string, string> = {
  [TOO_MANY_PASSENGERS]: words.tooManySeats({ count: MAX_SEATS }),
  TOO_MANY_INFANTS: words.tooFewLaps,
}

/** Why a list is empty although nothing is wrong with its fields; null where nothing more is known. */
export const reasonOfNotice = (code: string | undefined) => notices[code ?? ''] ?? null

/** What is wrong with a search that no airline can be asked, in sentences. */
export function mistakesIn(error: Error): readonly string[] {
  const messages = fieldProblems(error, mistakes).map(({ message }) => message)
  return messages.length > 0 ? [...new Set(messages)] : [reasonOf(error, TRY_LATER)]
}

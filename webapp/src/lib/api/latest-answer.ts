import type { Verification } from './offers'

/** An answer to whether an offer stands, and the number of its question. */
export interface NumberedAnswer {
  offerId: string
  number: number
  answer: Verification
}

/**
 * What is known from both, in whichever order they came: the answer to the newer question, which takes back nothing
 * where nobody could say. An offer that is gone or refused stays so then, and a gone one keeps the replacement that was
 * named for it.
 */
export function known(first: NumberedAnswer | null, second: NumberedAnswer): NumberedAnswer {
  if (!first) return second
  const [older, newer] = first.number < second.number ? [first, second] : [second, first]
  if (older.offerId !== newer.offerId || !isFinal(older.answer) || newer.answer.isValid) return newer
  const { replacement } = newer.answer
  const answer = isFinal(newer.answer)
    ? { ...newer.answer, replacement: replacement ?? older.answer.replacement }
    : older.answer
  return { ...newer, answer }
}

const isFinal = ({ isGone, isRefused }: Verification) => isGone || isRefused

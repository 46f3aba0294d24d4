import type { Verification } from './offers'

/** An answer to whether an offer stands, and the number of its question. */
export interface Heard {
  offerId: string
  number: number
  answer: Verification
}

/**
 * What is known from both, in whichever order they came: the answer to the newer question, which takes back nothing
 * where nobody could say. An offer that is gone stays gone then, and keeps the replacement that was named for it.
 */
export function known(first: Heard | null, second: Heard): Heard {
  if (!first) return second
  const [older, newer] = first.number < second.number ? [first, second] : [second, first]
  if (older.offerId !== newer.offerId || !older.answer.isGone || newer.answer.isValid) return newer
  const { isGone, replacement } = newer.answer
  const answer = isGone ? { ...newer.answer, replacement: replacement ?? older.answer.replacement } : older.answer
  return { ...newer, answer }
}

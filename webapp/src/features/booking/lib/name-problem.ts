import * as words from '@/messages/booking/passenger-rules'
import { printedName } from './names'

const faults = {
  unseen: words.nameUnseen,
  letterless: words.nameLetterless,
  alphabet: words.nameAlphabet,
  sign: words.nameSign,
}

/** Why no ticket could be printed for what was typed into `field`. */
export function nameProblem(text: string, field: string): string | null {
  const { fault } = printedName(text)
  return fault ? faults[fault]({ field }) : null
}

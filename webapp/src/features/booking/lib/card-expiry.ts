/** The expiry date of a card, as one field shows and reads it: "08 / 34". */
import * as words from '@/messages/booking/card'

/** As far as it is typed; two digits each once it is complete. */
export interface CardExpiry {
  expiryMonth: string
  expiryYear: string
}

/** The slash stands as soon as the month is complete. */
export const expiryText = ({ expiryMonth, expiryYear }: CardExpiry) =>
  expiryMonth.length === 2 || expiryYear !== '' ? `${expiryMonth} / ${expiryYear}` : expiryMonth

/**
 * Reads the text of the field after a change. `before` is what the field showed until then: it tells digits that are
 * taken back from digits that are typed, pasted or filled in. `inputType` is the browser's word for the change, where it
 * has one: a month that is pasted over itself looks like a slash that is taken back. A phone's keyboard composes words:
 * there Backspace inserts what it leaves of one ("insertCompositionText", Input Events Level 2).
 */
export function readExpiry(text: string, before: string, inputType = ''): CardExpiry {
  const inserted = insertedInto(before, text)
  const isSurelyInserted = inputType.startsWith('insert') && inputType !== 'insertCompositionText'
  if (inserted === '' && !isSurelyInserted) return afterRemoval(text, before)
  const whole = inserted.length > 1 ? (wholeDate(text) ?? wholeDate(inserted)) : null
  return whole ?? afterTyping(text, inserted)
}

/** Reads the text of a field that is left: a single digit is then the whole month. */
export function leaveExpiry(text: string): CardExpiry {
  const [month, year] = split(text)
  return join(month.length === 1 && month !== '0' ? `0${month}` : month, year)
}

/** Where the cursor stands in a text, so that it has as many digits before it as in `typed`. */
export function caretIn(text: string, typed: string) {
  const count = typed.replace(/\D/g, '').length
  if (count === 0) return 0
  const last = [...text.matchAll(/\d/g)][count - 1]
  return last ? last.index + 1 : text.length
}

/** What is new in a text: the part between the beginning and the end that it shares with the text before. */
function insertedInto(before: string, text: string) {
  const shared = Math.min(before.length, text.length)
  let start = 0
  while (start < shared && before[start] === text[start]) start += 1
  let end = 0
  while (end < shared - start && before.at(-1 - end) === text.at(-1 - end)) end += 1
  return text.slice(start, text.length - end)
}

const monthFirst = [/^(\d{1,2})\D+(20\d{2}|\d{2})$/, /^(\d{2})(20\d{2}|\d{2})$/, /^([2-9])(\d{2})$/]
/** With a hyphen: as in a form field of the type "month". */
const YEAR_FIRST = /^(20\d{2})[-/.](\d{2})$/

/** No month begins with 20. */
const LONE_YEAR = /^20\d{2}$/

/** What came at once: a date such as "12/2030", "1230", "Exp 8 - 30" or "2030-12", or its whole year; otherwise null. */
function wholeDate(text: string): CardExpiry | null {
  const trimmed = text.replace(/^\D+|\D+$/g, '')
  const [, yearFirst, itsMonth] = YEAR_FIRST.exec(trimmed) ?? []
  if (yearFirst && itsMonth) return join(itsMonth, yearFirst)
  if (LONE_YEAR.test(trimmed)) return join('', trimmed)
  for (const pattern of monthFirst) {
    const [, month, year] = pattern.exec(trimmed) ?? []
    if (month && year) return join(month.padStart(2, '0'), year)
  }
  return null
}

/** The digits before and behind what separates them. A slash that comes first has lost its month. */
function split(text: string): [month: string, year: string] {
  const [month = '', ...year] = text.replace(/^[^\d/]+/, '').split(/\D+/)
  return [month, year.join('')]
}

/** More digits than a month has begin an empty year. */
const join = (month: string, year: string): CardExpiry => ({
  expiryMonth: month.slice(0, 2),
  expiryYear: shortYear(year || month.slice(2)),
})

/** Two digits. A year that is typed with four begins with "20" and is shortened at its fourth. */
function shortYear(digits: string) {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length < 4 ? digits : digits.slice(2, 4)
}

/** A slash that stood behind a lone month would come back by itself: a digit goes with it. */
function afterRemoval(text: string, before: string): CardExpiry {
  const [month, year] = split(text)
  const [monthBefore, yearBefore] = split(before)
  const hasLostSlashAlone = text !== before && year + yearBefore === '' && month === monthBefore
  const whole = year === '' ? wholeDate(text) : null
  return whole ?? join(hasLostSlashAlone ? month.slice(0, -1) : month, year)
}

function afterTyping(text: string, inserted: string): CardExpiry {
  const [month, year] = split(text)
  // No month begins with 2 to 9, and a typed slash ends the month.
  const isShort = /^[2-9]/.test(month) || (month === '1' && /[\s/.-]/.test(inserted))
  return join(isShort && year === '' ? `0${month}` : month, year)
}

/** What keeps an expiry date from being right. */
type ExpiryFault = 'incomplete' | 'month' | 'past'

/** What is said at the field. */
export const expiryWords: Record<ExpiryFault, string> = {
  incomplete: words.expiryIncomplete,
  month: words.expiryMonthWrong,
  past: words.expiryPast,
}

/** `today` is yyyy-mm-dd: a card is good to the end of its month. Null where the date can be right. */
export function expiryFault({ expiryMonth, expiryYear }: CardExpiry, today: string): ExpiryFault | null {
  if (!/^\d{2}$/.test(expiryMonth)) return 'incomplete'
  if (!/^(0[1-9]|1[0-2])$/.test(expiryMonth)) return 'month'
  // "20" is the beginning of a year with four digits.
  if (!/^(?!20)\d{2}$/.test(expiryYear)) return 'incomplete'
  return `20${expiryYear}-${expiryMonth}` < today.slice(0, 7) ? 'past' : null
}

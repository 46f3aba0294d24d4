/** How airlines print people's names. svc-booking holds the same rules; here they are told before a card is asked for. */
import * as words from '@/messages/booking/passengers'

/** Letters of a name on a ticket (the provider's rule). */
const LONGEST = 20

type NameFault = 'unseen' | 'letterless' | 'alphabet' | 'sign'

/** ICAO Doc 9303 part 3 section 6 names the spelling of letters that no accent makes. */
const spellings: Record<string, string> = {
  Æ: 'Ae',
  æ: 'ae',
  Œ: 'Oe',
  œ: 'oe',
  Ĳ: 'Ij',
  ĳ: 'ij',
  Þ: 'Th',
  þ: 'th',
  Ð: 'D',
  ð: 'd',
  Ə: 'E',
  ə: 'e',
  ẞ: 'Ss',
  '.': ' ',
  '<': ' ',
}

const UNSEEN = /(?!\s)\p{Cc}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/u
/** ASCII, Latin-1 and Latin Extended-A (the provider's rule). */
const PRINTED = /^[A-Za-z '\-À-ÖØ-öø-ſ]$/

/** One letter as an airline spells it. */
function spelling(letter: string): string | null {
  const known = spellings[letter]
  if (known !== undefined) return known
  if (/\s/.test(letter)) return ' '
  if (/[’‘ʼ`´]/.test(letter)) return "'"
  if (/[‐‑–—]/.test(letter)) return '-'
  // An accent that makes no letter of its own with the letter before it.
  if (/[\u0300-\u036f]/.test(letter)) return ''
  if (PRINTED.test(letter)) return letter
  return /^[A-Za-z]/.exec(letter.normalize('NFD'))?.[0] ?? null
}

type Printed = { name: string; fault?: undefined } | { name?: undefined; fault: NameFault }

/** A name as airlines print it: spelled with the letters that they have, and cut after the last one that fits. */
export function printedName(text: string): Printed {
  if (UNSEEN.test(text)) return { fault: 'unseen' }
  // The fillers at the end of a passport's machine-readable line.
  const typed = text.replace(/[< ]+$/, '').replaceAll('<<', '\ufffd')
  const letters = [...typed.normalize('NFC')]
  const refused = letters.filter((letter) => spelling(letter) === null)
  if (refused.length > 0)
    return { fault: refused.some((letter) => /\p{Alphabetic}/u.test(letter)) ? 'alphabet' : 'sign' }
  const name = letters.map(spelling).join('').trim().replace(/\s+/g, ' ')
  if (!/\p{Alphabetic}/u.test(name)) return { fault: 'letterless' }
  return { name: name.slice(0, LONGEST).replace(/[ '-]+$/, '') }
}

const isAsTyped = (name: string, text: string) => name === text.trim().replace(/\s+/g, ' ')

/** What the ticket says; capitals, as tickets are printed in. Null where none can be printed. */
export function ticketWords(...texts: readonly string[]): string | null {
  const names = texts.map((text) => printedName(text).name)
  return names.every(Boolean) ? words.onTicket({ name: names.join(' ').toUpperCase() }) : null
}

/** The same, where it differs from what was typed. */
export const ticketNote = (...texts: readonly string[]) =>
  texts.every((text) => isAsTyped(printedName(text).name ?? '', text)) ? null : ticketWords(...texts)

/** What airlines can spell. The server holds the same rules; here they are told before a card is asked for. */

const LONGEST = 20
// Latin letters with and without accents, without those that no airline's system has.
const SPELLABLE = /^(?:[A-Za-zÀ-ſ '-](?<![ÆæĲĳŒœÞð×÷]))+$/u

export function nameProblem(name: string, label: string): string | null {
  if (name.length <= LONGEST && SPELLABLE.test(name)) return null
  return `${label} can have up to ${LONGEST} letters, spaces, hyphens and apostrophes, as in the passport`
}

/** A number with its country code, however it is grouped (E.164: 7 to 15 digits). */
export function isPhone(text: string) {
  const kept = text.replace(/[\s\-()./]/g, '')
  return /^(?:\+|00)[1-9]\d{6,14}$/.test(kept)
}

/** What airlines can spell. The server holds the same rules; here they are told before a card is asked for. */

const LONGEST = 20
// Latin letters with and without accents, without those that no airline's system has.
const SPELLABLE = /^(?:[A-Za-zÀ-ſ '-](?<![ÆæĲĳŒœÞð×÷]))+$/u

export function nameProblem(name: string, label: string): string | null {
  if (name.length <= LONGEST && SPELLABLE.test(name)) return null
  return `${label} can have up to ${LONGEST} letters, spaces, hyphens and apostrophes, as in the passport`
}

import type { SearchTitles } from '@/lib/api/types'
import * as words from '@/messages/search/offer'
import * as resultWords from '@/messages/search/results'

const distinctions = {
  lowestPrice: resultWords.lowestPrice,
  lowestShown: resultWords.lowestShown,
  lowestWithBag: resultWords.lowestWithBag,
}

/** Why the first card of a list stands first. */
export type Distinction = keyof typeof distinctions

/** What an offer is first in, by its id. */
export type TitlesById = ReadonlyMap<string, readonly string[]>

const named: readonly [keyof SearchTitles, string][] = [
  ['cheapest', words.cheapest],
  ['fastest', words.fastest],
  ['lowest_emissions', words.lowestEmissions],
  ['best', words.best],
]

/**
 * Each offer that comes first in something among all of its search, with the words of it. The first of the list has a
 * `distinction` before them, where it is not the cheapest of all.
 */
export function titlesById(
  titles: SearchTitles | null | undefined,
  first?: string,
  distinction?: Distinction,
): TitlesById {
  const byId = new Map<string, string[]>()
  for (const [name, word] of named) {
    const id = titles?.[name]
    if (id) byId.set(id, [...(byId.get(id) ?? []), word])
  }
  const own = byId.get(first ?? '') ?? []
  // The cheapest of all may cost more than others with a bag.
  const isSaid = own.includes(words.cheapest) && distinction !== 'lowestWithBag'
  if (first && distinction && !isSaid) byId.set(first, [distinctions[distinction], ...own])
  return byId
}

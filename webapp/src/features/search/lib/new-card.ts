import type { Departure } from './departures'

/**
 * The first offer of the list that is not `known`: the link of its card, or the button of the fold that hides it. Cards
 * in sight come before folds.
 */
export function newCard(list: Element | null, departures: readonly Departure[], known: ReadonlySet<string>) {
  const grown = departures.flatMap(({ first, others }, index) => {
    const place = [first, ...others].findIndex(({ id }) => !known.has(id))
    const group = list?.children[index]
    return group && place >= 0 ? [{ group, place }] : []
  })
  const links = grown.map(({ group, place }) => group.querySelectorAll<HTMLElement>('article .buy a')[place])
  return links.find(Boolean) ?? grown[0]?.group.querySelector<HTMLElement>('.others')
}

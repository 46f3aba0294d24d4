import type { Offer } from '@/lib/api/types'

/** A list that grows while it is read. */
export interface Arrivals {
  /** On the page, in the order asked for. */
  shown: readonly Offer[]
  /** Came since, and would push down what is being read: they wait until the reader asks for them. */
  waiting: readonly Offer[]
}

type Ids = ReadonlySet<string>

/** `far`: offers that have no place in the list, because what belongs before them is not loaded. */
export const settled = (wanted: readonly Offer[], far: Ids = new Set()): Arrivals => ({
  shown: wanted.filter(({ id }) => !far.has(id)),
  waiting: [],
})

/**
 * The list after more has come: `wanted` is all there is, in order. The first `seen` cards stay where they are; what
 * belongs below them is put there.
 */
export function arrive(
  shown: readonly Offer[],
  wanted: readonly Offer[],
  seen: number,
  far: Ids = new Set(),
): Arrivals {
  const place = new Map(wanted.map(({ id }, index) => [id, index]))
  const standing = shown.slice(0, seen).flatMap(({ id }) => place.get(id) ?? [])
  const lowest = Math.max(-1, ...standing)
  const stays = new Set(standing)
  return {
    shown: wanted.filter(({ id }, index) => stays.has(index) || (index > lowest && !far.has(id))),
    waiting: wanted.filter(({ id }, index) => !stays.has(index) && index < lowest && !far.has(id)),
  }
}

/** Offers that came early with the first page. A page of another asking knows none of them: they are on sale no more. */
export function withEarly(early: readonly Offer[], page: readonly Offer[]): readonly Offer[] {
  const known = new Set(page.map(({ id }) => id))
  return early.some(({ id }) => known.has(id)) ? [...early, ...page] : page
}

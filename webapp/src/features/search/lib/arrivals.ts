import type { Offer } from '@/lib/api/types'
import { type Departure, departureKey, groupByDeparture } from './departures'

/** A list that grows while it is read. */
interface Arrivals {
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

/** A departure on the screen. Another offer of it has room where nothing but the count of its fold grows. */
interface Standing extends Departure {
  isOpen: boolean
}

/**
 * The list after more has come: `wanted` is all there is, in order. The first departures stay where they are, and `seen`
 * says of each whether it is open; what belongs below them is put there.
 */
export function arrive(
  shown: readonly Offer[],
  wanted: readonly Offer[],
  seen: readonly boolean[],
  far: Ids = new Set(),
): Arrivals {
  const place = new Map(wanted.map(({ id }, index) => [id, index]))
  const placeOf = ({ id }: Offer) => place.get(id) ?? -1
  const standing = standingOf(shown, seen, place)
  const lowest = Math.max(-1, ...[...standing.values()].map(({ first }) => placeOf(first)))
  const stays = new Set(shown.filter((offer) => standing.has(departureKey(offer))).map(({ id }) => id))
  const hasRoom = (offer: Offer) => {
    const group = standing.get(departureKey(offer))
    if (!group) return placeOf(offer) > lowest
    return !group.isOpen && group.others.length > 0 && placeOf(offer) > placeOf(group.first)
  }
  const close = wanted.filter(({ id }) => stays.has(id) || !far.has(id))
  return {
    shown: close.filter((offer) => stays.has(offer.id) || hasRoom(offer)),
    waiting: close.filter((offer) => !stays.has(offer.id) && !hasRoom(offer)),
  }
}

/** The departures on the screen by their keys, without the offers that are gone. */
function standingOf(shown: readonly Offer[], seen: readonly boolean[], place: ReadonlyMap<string, number>) {
  const isSeen = new Map(
    groupByDeparture(shown)
      .slice(0, seen.length)
      .map(({ key }, index) => [key, seen[index] ?? false]),
  )
  const left = shown.filter((offer) => place.has(offer.id) && isSeen.has(departureKey(offer)))
  return new Map<string, Standing>(
    groupByDeparture(left).map((group) => [group.key, { ...group, isOpen: isSeen.get(group.key) ?? false }]),
  )
}

/** Offers that came early with the first page. A page of another asking knows none of them: they are on sale no more. */
export function withEarly(early: readonly Offer[], page: readonly Offer[]): readonly Offer[] {
  const known = new Set(page.map(({ id }) => id))
  return early.some(({ id }) => known.has(id)) ? [...early, ...page] : page
}

import type { Offer } from '@/lib/api/types'
import { type Bags, noBags } from './bag-prices'

/** Once, and twice more where the answer no longer holds or none was found. */
const MOST_TIMES = 3

function keep(bags: Bags, stays: (id: string) => boolean): Bags {
  if (bags.wanted.every(stays)) return bags
  return {
    ...bags,
    wanted: bags.wanted.filter(stays),
    asked: new Map([...bags.asked].filter(([id]) => stays(id))),
    known: new Map([...bags.known].filter(([id]) => stays(id))),
  }
}

/** Another asking of the airlines has other offers, each with an id of its own. */
const isOtherList = (bags: Bags, list: readonly Offer[]) =>
  bags.listed.size > 0 && list.length > 0 && !list.some(({ id }) => bags.listed.has(id))

/**
 * Keeps what holds for the `list` as it stands now. An offer whose card shows another fare than before may be asked for
 * again. What was asked for stays, and counts, where the list is only shorter than before.
 */
export function keepListed(bags: Bags, list: readonly Offer[]): Bags {
  if (isOtherList(bags, list)) return { ...noBags, placed: bags.placed, isHeld: bags.isHeld }
  const fares = faresOf(list)
  return keep(bags, (id) => (fares.has(id) ? fares.get(id) === bags.listed.get(id) : bags.asked.has(id)))
}

/** The amounts that the cards show, by the ids of their offers. */
export const faresOf = (list: readonly Offer[]) => new Map(list.map(({ id, price }) => [id, price.amount]))

export const mayAsk = ({ askings }: Bags, id: string) => (askings.get(id) ?? 0) < MOST_TIMES

/** Drops what could not be found out, so that it is asked for again, as long as it may be. */
export const dropUnknown = (bags: Bags): Bags =>
  keep(bags, (id) => bags.known.get(id)?.state !== 'unknown' || !mayAsk(bags, id))

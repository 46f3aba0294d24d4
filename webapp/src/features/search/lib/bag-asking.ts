import type { BagPrice, Offer } from '@/lib/api/types'
import { includesBag } from '@/lib/bag-sums'
import { compareDecimals } from '@/lib/decimal'
import { faresOf, keepListed, mayAsk } from './bag-list'
import type { BagCall, Bags } from './bag-prices'
import { bagWays, flightsKey } from './bag-ways'

/** Offers of a list, whether they still are in it or not: each may cost a call to an airline. */
const MOST = 30
/** As many as the server takes. */
const MOST_AT_ONCE = 10

/** Those of the `ids` that come into view anew. What was asked for before may be again, and holds its place. */
function newcomers(bags: Bags, ids: readonly string[]) {
  const held = new Set([...bags.wanted, ...bags.askings.keys()])
  const first = new Set(ids.filter((id) => !held.has(id)).slice(0, Math.max(0, MOST - held.size)))
  return ids.filter((id) => first.has(id) || (bags.askings.has(id) && !bags.wanted.includes(id) && mayAsk(bags, id)))
}

/** The other fares of their flights that may cost less with a bag than what is known: bags are never given away. */
function rivalsOf({ known }: Bags, ids: readonly string[], list: readonly Offer[]) {
  const flights = new Set(list.filter(({ id }) => ids.includes(id)).map(flightsKey))
  const fares = list.filter((offer) => flights.has(flightsKey(offer)))
  const ways = bagWays(fares, known)
  const mayBeLess = (offer: Offer) => {
    const least = ways.get(flightsKey(offer))
    return least !== undefined && compareDecimals(offer.price.amount, least.sum.amount) < 0
  }
  return fares.filter((offer) => !includesBag(offer) && mayBeLess(offer)).map(({ id }) => id)
}

/**
 * Wants the bags of these offers too, and of fares of the same flights that may be cheaper, as long as no more than the
 * list may ask for. `list`: all its offers as they stand now; fares are compared with those of `comparable`.
 */
export function want(
  bags: Bags,
  ids: readonly string[],
  list: readonly Offer[],
  comparable: readonly Offer[] = list,
): Bags {
  const kept = keepListed(bags, list)
  const included = new Set(list.filter(includesBag).map(({ id }) => id))
  const own = ids.filter((id) => !included.has(id))
  const more = newcomers(kept, [...new Set([...own, ...rivalsOf(kept, ids, comparable)])])
  if (more.length === 0) return kept
  return { ...kept, wanted: [...kept.wanted, ...more], listed: new Map([...kept.listed, ...faresOf(list)]) }
}

/** What the next call asks for: nothing while one is under way. */
export function nextToAsk({ wanted, asked, known }: Bags): readonly string[] {
  if (wanted.some((id) => asked.has(id) && !known.has(id))) return []
  return wanted.filter((id) => !asked.has(id)).slice(0, MOST_AT_ONCE)
}

/** The call is on its way. Its answer counts for the offers that are wanted, and no answer of a call before it does. */
export function asking(bags: Bags, call: BagCall): Bags {
  const times = call.map((id) => [id, (bags.askings.get(id) ?? 0) + 1] as const)
  const wanted = call.filter((id) => bags.wanted.includes(id))
  return {
    ...bags,
    asked: new Map([...bags.asked, ...wanted.map((id) => [id, call] as const)]),
    askings: new Map([...bags.askings, ...times]),
  }
}

/** The offers for which the answer of this call counts: none that was dropped, or asked for anew, meanwhile. */
export const awaited = ({ asked }: Bags, call: BagCall): readonly string[] =>
  call.filter((id) => asked.get(id) === call)

const unknown = (offerId: string): BagPrice => ({
  offerId,
  state: 'unknown',
  included: false,
  fare: null,
  cheapest: null,
  total: null,
})

/** Takes in the answer for the `ids` that it counts for. What it leaves out is not known. */
export function answered(bags: Bags, ids: readonly string[], prices: readonly BagPrice[]): Bags {
  const told = new Map(prices.map((price) => [price.offerId, price]))
  const known = ids.map((id) => [id, told.get(id) ?? unknown(id)] as const)
  return { ...bags, known: new Map([...bags.known, ...known]) }
}

export const isAsking = ({ wanted, known }: Bags) => wanted.some((id) => !known.has(id))

/** The list would stand otherwise by what is known now. */
export const hasNews = ({ known, placed }: Bags) =>
  placed === null || [...known].some(([id, { total }]) => total?.amount !== placed.get(id)?.total?.amount)

export const hold = (bags: Bags): Bags => (bags.isHeld ? bags : { ...bags, isHeld: true })

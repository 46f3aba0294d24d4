import type { BagPrice } from '@/lib/api/types'
import type { Bags } from './bag-prices'

/** Each may cost a call to an airline. */
const MOST = 30
/** As many as the server takes. */
const MOST_AT_ONCE = 10

type Ids = ReadonlySet<string>

/** Drops what the list no longer has: the offers in its place may be asked for. */
function keepListed(bags: Bags, listed: Ids): Bags {
  const isListed = (id: string) => listed.has(id)
  if (bags.wanted.every(isListed)) return bags
  return {
    ...bags,
    wanted: bags.wanted.filter(isListed),
    asked: new Set([...bags.asked].filter(isListed)),
    known: new Map([...bags.known].filter(([id]) => isListed(id))),
  }
}

/** Wants the bags of these offers too, as long as the list, whose offers are `listed`, has not asked for too many. */
export function want(bags: Bags, ids: readonly string[], listed: Ids): Bags {
  const kept = keepListed(bags, listed)
  const more = ids.filter((id) => !kept.wanted.includes(id)).slice(0, MOST - kept.wanted.length)
  return more.length > 0 ? { ...kept, wanted: [...kept.wanted, ...more] } : kept
}

/** What the next call asks for: nothing while one is under way. */
export function nextToAsk({ wanted, asked, known }: Bags): readonly string[] {
  if (wanted.some((id) => asked.has(id) && !known.has(id))) return []
  return wanted.filter((id) => !asked.has(id)).slice(0, MOST_AT_ONCE)
}

export const asking = (bags: Bags, ids: readonly string[]): Bags => ({
  ...bags,
  asked: new Set([...bags.asked, ...ids]),
})

const unknown = (offerId: string): BagPrice => ({
  offerId,
  state: 'unknown',
  included: false,
  fare: null,
  cheapest: null,
  total: null,
})

/** What the answer leaves out is not known, and is not asked for again. Offers that are no longer wanted are ignored. */
export function answered(bags: Bags, ids: readonly string[], prices: readonly BagPrice[]): Bags {
  const told = new Map(prices.map((price) => [price.offerId, price]))
  const listed = ids.filter((id) => bags.wanted.includes(id))
  const known = listed.map((id) => [id, told.get(id) ?? unknown(id)] as const)
  return { ...bags, known: new Map([...bags.known, ...known]) }
}

export const isAsking = ({ wanted, known }: Bags) => wanted.some((id) => !known.has(id))

/** The list would stand otherwise by what is known now. */
export const hasNews = ({ known, placed }: Bags) =>
  placed === null || [...known].some(([id, { total }]) => total !== null && !placed.has(id))

export const hold = (bags: Bags): Bags => (bags.isHeld ? bags : { ...bags, isHeld: true })

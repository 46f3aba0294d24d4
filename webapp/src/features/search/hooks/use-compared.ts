'use client'
import { useState } from 'react'
import useSWR from 'swr'
import { knownBagPrices } from '@/lib/api/bag-prices'
import { ApiError } from '@/lib/api/error'
import { fetchOffer, replacementOf } from '@/lib/api/offers'
import type { BagPrice, Offer, Price, Replacement } from '@/lib/api/types'
import { includesBag, type OtherFare } from '@/lib/bag-sums'
import { type BagPrices, bagWays, cheaperWay, namingOnly } from '../lib/bag-ways'
import type { ComparedBag } from '../lib/compare-bags'
import type { BagLists } from './use-bag-prices'
import { useNamedFares } from './use-named-fares'

/** One of the flights that are compared. */
export interface Compared {
  id: string
  /** As the airline sells it now, else as the list showed it; null where neither is known. */
  offer: Offer | null
  /** What the list showed, where it is another price than now. */
  before: Price | null
  state: 'asked' | 'sold' | 'gone' | 'failed'
  /** What it costs with a checked bag. */
  bag: ComparedBag
  /** Another fare of the same flights that costs less with one. */
  cheaper: OtherFare | null
  /** Of an offer that is gone: the same flights on the same fare. */
  replacement: Replacement | null
}

type Answer = Pick<Compared, 'id' | 'offer' | 'state' | 'replacement'>

async function ask(id: string): Promise<Answer> {
  try {
    return { id, offer: await fetchOffer(id), state: 'sold', replacement: null }
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 410 || error.status === 404)
    return { id, offer: null, state: isGone ? 'gone' : 'failed', replacement: replacementOf(error) }
  }
}

/** What each of these costs with a bag, once the airlines have answered. Fares that include one are not asked about. */
function useSumsWithBag(answers: readonly Answer[] | undefined) {
  const ids = (answers ?? []).flatMap(({ id, offer }) => (offer && !includesBag(offer) ? [id] : []))
  const key = ids.length > 0 ? ['compared bags', ...ids] : null
  const { data, isLoading } = useSWR(key, () => knownBagPrices(ids), { revalidateIfStale: true })
  return { prices: data, isAsking: isLoading || !answers }
}

function bagOf(id: string, { prices, isAsking }: { prices?: readonly BagPrice[]; isAsking: boolean }): ComparedBag {
  return isAsking ? 'asked' : (prices?.find(({ offerId }) => offerId === id) ?? 'unknown')
}

function comparedOf(
  id: string,
  answer: Answer | undefined,
  listed: Offer | undefined,
  bag: ComparedBag,
): Omit<Compared, 'cheaper'> {
  const offer = answer?.offer ?? listed ?? null
  const isOther = answer?.offer && listed && answer.offer.price.amount !== listed.price.amount
  return {
    id,
    offer,
    before: isOther ? listed.price : null,
    state: answer?.state ?? 'asked',
    replacement: answer?.replacement ?? null,
    bag,
  }
}

interface Lists extends Pick<BagLists, 'listed' | 'comparable'> {
  /** What a flight names that the list does not have. */
  named: ReturnType<typeof useNamedFares>['named']
}

/** Those whose fares count for the others: not one of the list that is not comparable. */
function counted(flights: readonly Omit<Compared, 'cheaper'>[], { listed, comparable, named }: Lists) {
  const inList = new Map(comparable.map(({ id, bag_included }) => [id, bag_included]))
  const isLeftOut = (id: string) => !inList.has(id) && listed.some((offer) => offer.id === id)
  // An offer that is asked for alone names no other by itself.
  return flights.flatMap(({ id, offer }) =>
    offer && !isLeftOut(id) ? { ...offer, bag_included: inList.get(id) ?? named(offer) } : [],
  )
}

/**
 * Each with the cheapest fare of its flights, among the comparable offers as they are known now and the fares that these
 * name.
 */
function withCheaper(flights: readonly Omit<Compared, 'cheaper'>[], lists: Lists, known: BagPrices) {
  const told = flights.flatMap(({ id, bag }) => (typeof bag === 'object' && bag ? [[id, bag] as const] : []))
  const prices = new Map([...known, ...told])
  const gone = new Set(flights.filter(({ state }) => state === 'gone').map(({ id }) => id))
  const now = new Map([...lists.comparable, ...counted(flights, lists)].map((offer) => [offer.id, offer]))
  const here = [...now.values()].filter(({ id }) => !gone.has(id))
  const ways = bagWays(
    namingOnly(here, (id) => !gone.has(id)),
    prices,
  )
  return flights.map((flight) => ({
    ...flight,
    cheaper: flight.offer && flight.state !== 'gone' ? cheaperWay(flight.offer, ways, prices) : null,
  }))
}

/** The flights of another order of the list, or of a link; none before there is a list. */
const unlistedOf = (ids: readonly string[], listed: readonly Offer[]) =>
  listed.length > 0 ? ids.filter((id) => !listed.some((offer) => offer.id === id)) : []

/**
 * Asks each time it opens whether the offers still stand. Until the airlines have answered they are shown as the list had
 * them. `fares.isUnread` where another fare of a flight that is sold may be missing.
 */
export function useCompared(ids: readonly string[], lists: Omit<Lists, 'named'>, known: BagPrices) {
  // What is removed afterwards is no reason to ask for the others again.
  const [asked] = useState(ids)
  const { data } = useSWR(['compare', ...asked], () => Promise.all(asked.map(ask)), { revalidateIfStale: true })
  const bags = useSumsWithBag(data)
  const { named, isUnread, ...retrying } = useNamedFares(unlistedOf(asked, lists.listed))
  const flights = ids.map((id) =>
    comparedOf(
      id,
      data?.find((answer) => answer.id === id),
      lists.listed.find((offer) => offer.id === id),
      bagOf(id, bags),
    ),
  )
  const hasUnread = flights.some(({ offer, state }) => offer && state !== 'gone' && isUnread(offer))
  return {
    flights: withCheaper(flights, { ...lists, named }, known) satisfies Compared[],
    fares: { isUnread: hasUnread, ...retrying },
  }
}

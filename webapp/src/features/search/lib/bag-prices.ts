import type { BagPrice, Offer } from '@/lib/api/types'
import { includesBag } from '@/lib/bag-sums'
import type { BagPrices } from './bag-ways'

/** The ids that one call to the server asks about. Each call has an array of its own, by which its answer is known. */
export type BagCall = readonly string[]

/** What is known of the bags of one list. */
export interface Bags {
  /** The fares of the offers that the list has had, as their cards showed them when bags were asked for. */
  listed: ReadonlyMap<string, string>
  /** The ids of the offers whose bags are asked for, in the order in which they came into view. */
  wanted: readonly string[]
  /** Those of them that the server was asked about, each with the call whose answer counts. */
  asked: ReadonlyMap<string, BagCall>
  /** How often the server was asked about each offer of the list, whether what it answered still holds or not. */
  askings: ReadonlyMap<string, number>
  /** What it has answered. */
  known: BagPrices
  /** By what the list is sorted; null while it stands by fare. */
  placed: BagPrices | null
  /** More is known than the list is sorted by, and waits for the reader's word. */
  isHeld: boolean
}

export const noBags: Bags = {
  listed: new Map(),
  wanted: [],
  asked: new Map(),
  askings: new Map(),
  known: new Map(),
  placed: null,
  isHeld: false,
}

/** What a card says of a bag: what it costs, that it is being asked for, or that it is not known. */
export type CardBag = BagPrice | 'asked' | 'unknown'

/** Null for a fare that includes a bag: its price stays as it is. */
export function cardBag(offer: Offer, { known, wanted }: Bags): CardBag | null {
  if (includesBag(offer)) return null
  return known.get(offer.id) ?? (wanted.includes(offer.id) ? 'asked' : 'unknown')
}

/** Sorts the list by all that is known. */
export const place = (bags: Bags): Bags => ({ ...bags, placed: bags.known, isHeld: false })

/**
 * The same where the list is sorted by such sums already, or waits for the reader's word to be: another view of it is
 * that word.
 */
export const placeAgain = (bags: Bags): Bags =>
  bags.isHeld || (bags.placed && bags.placed !== bags.known) ? place(bags) : bags

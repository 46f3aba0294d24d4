import type { Amount, Offer } from '@/lib/api/types'
import { type BagService, bagServices } from '@/lib/bags'
import { addDecimals, compareDecimals, multiplyDecimal } from '@/lib/decimal'
import type { PartyMember, PassengerType } from './passengers'

/** A bag that one traveler may buy with the offer. */
export interface SoldBag extends BagService {
  /** Place in the party, from 0. */
  traveler: number
  ticket: PassengerType
}

/** So many pieces of it. */
export interface ChosenBag extends SoldBag {
  quantity: number
}

/** A chosen bag by what holds for every offer of the same flights, and what it cost. */
export interface KeptBag
  extends Pick<ChosenBag, 'traveler' | 'ticket' | 'kind' | 'weightKg' | 'coverage' | 'quantity'> {
  /** Of the offer that it was chosen from. */
  serviceId: string
  /** Of all its pieces. */
  price: Amount
}

type Bag = Omit<KeptBag, 'quantity' | 'price'>

/** Each traveler's, in the order of the party. */
export function soldBags(offer: Offer, party: readonly PartyMember[]): SoldBag[] {
  const services = bagServices(offer)
  return party.flatMap(({ id, type: ticket }, traveler) =>
    services.filter(({ passengerId }) => passengerId === id).map((service) => ({ ...service, traveler, ticket })),
  )
}

/** The same bag, be it of another offer of the same flights. */
export const isSameBag = (a: Bag, b: Bag) =>
  a.traveler === b.traveler &&
  a.ticket === b.ticket &&
  a.kind === b.kind &&
  a.weightKg === b.weightKg &&
  a.coverage === b.coverage

/** Tells the bags of a booking apart, by what makes them the same. */
export const bagKey = ({ traveler, kind, weightKg, coverage }: Bag) => [traveler, kind, weightKg, coverage].join(' ')

const isService = (a: Bag, b: Bag) => a.serviceId === b.serviceId && a.traveler === b.traveler

export const quantityOf = (chosen: readonly ChosenBag[], bag: Bag) =>
  chosen.find((one) => isService(one, bag))?.quantity ?? 0

/** Takes so many pieces of a bag, in place of those taken before. */
export function withQuantity(chosen: readonly ChosenBag[], bag: SoldBag, quantity: number): ChosenBag[] {
  if (quantity === 0) return chosen.filter((one) => !isService(one, bag))
  if (quantityOf(chosen, bag) > 0) return chosen.map((one) => (isService(one, bag) ? { ...one, quantity } : one))
  return [...chosen, { ...bag, quantity }].toSorted((a, b) => a.traveler - b.traveler)
}

/** The chosen bag that shuts this one: on a flight a traveler may have one service of a kind, in several pieces. */
export const rivalOf = (chosen: readonly ChosenBag[], bag: SoldBag) => chosen.find((one) => areRivals(one, bag))

export const areRivals = (a: SoldBag, b: SoldBag) =>
  a.traveler === b.traveler &&
  a.kind === b.kind &&
  a.serviceId !== b.serviceId &&
  a.segmentIds.some((id) => b.segmentIds.includes(id))

/** What all pieces of it cost, exactly. */
export const priceOf = ({ each, quantity }: Pick<ChosenBag, 'each' | 'quantity'>): Amount => ({
  ...each,
  amount: multiplyDecimal(each.amount, quantity),
})

export const bagsTotal = (chosen: readonly ChosenBag[]) => addDecimals(chosen.map((bag) => priceOf(bag).amount))

export const piecesOf = (chosen: readonly ChosenBag[]) => chosen.reduce((sum, { quantity }) => sum + quantity, 0)

export function toKept(bag: ChosenBag): KeptBag {
  const { traveler, ticket, kind, weightKg, coverage, serviceId, quantity } = bag
  return { traveler, ticket, kind, weightKg, coverage, serviceId, quantity, price: priceOf(bag) }
}

/** How the offer sells a chosen bag otherwise than before: not at all, fewer pieces of it, or at another price. */
export type BagChange =
  | { how: 'lost'; bag: KeptBag }
  | { how: 'fewer'; bag: KeptBag; remaining: number; price: Amount }
  | { how: 'price'; bag: KeptBag; price: Amount; before: Amount }

/**
 * The chosen bags as an offer sells them: the same one read again, the one that has taken its place, or one that is booked
 * after another try. What it does not sell as before is named in `changes`.
 */
export function fitBags(kept: readonly KeptBag[], sold: readonly SoldBag[]) {
  const chosen: ChosenBag[] = []
  const changes: BagChange[] = []
  for (const bag of kept) {
    const fitting = sold.filter((one) => isSameBag(one, bag))
    const match = fitting.find(({ serviceId }) => serviceId === bag.serviceId) ?? fitting[0]
    const change = changeOf(bag, match)
    if (change) changes.push(change)
    if (match) chosen.push({ ...match, quantity: Math.min(bag.quantity, match.most) })
  }
  return { chosen, changes }
}

function changeOf(bag: KeptBag, match: SoldBag | undefined): BagChange | null {
  if (!match) return { how: 'lost', bag }
  const remaining = Math.min(bag.quantity, match.most)
  const price = priceOf({ each: match.each, quantity: remaining })
  if (remaining < bag.quantity) return { how: 'fewer', bag, remaining, price }
  const { price: before } = bag
  return isOther(before, price) ? { how: 'price', bag, price, before } : null
}

const isOther = (before: Amount, now: Amount) =>
  before.currency !== now.currency || compareDecimals(before.amount, now.amount) !== 0

import type { Amount, Fare, Offer } from '@/lib/api/types'
import { fareIncludesBag, isLess } from '@/lib/bag-sums'
import type { BagKind } from '@/lib/bags'
import { addDecimals } from '@/lib/decimal'
import { bagCounts } from '@/lib/flights'
import { bagsTotal, type ChosenBag, piecesOf, type SoldBag } from './bag-choices'
import { needsSeat, type PartyMember } from './passengers'

/** An offer, and the bags that are chosen and sold with it. */
interface FareAndBags {
  offer: Pick<Offer, 'id' | 'price' | 'slices'>
  party: readonly PartyMember[]
  bags: readonly ChosenBag[]
  sold: readonly SoldBag[]
}

/** What the fare and the chosen bags cost together, for all and without seats. */
export const sumWithBags = ({ offer: { price }, bags }: Pick<FareAndBags, 'offer' | 'bags'>): Amount => ({
  amount: addDecimals([price.amount, bagsTotal(bags)]),
  currency: price.currency,
})

const kinds: readonly BagKind[] = ['checked', 'carry_on']

/** The most bags of a kind that a traveler has on one flight: those of the fare, and those they chose. */
function mostOf(kind: BagKind, { offer, party, bags }: FareAndBags) {
  const ofKind = bags.filter((bag) => bag.kind === kind)
  const counts = offer.slices
    .flatMap(({ segments }) => segments)
    .flatMap(({ id, baggages }) => {
      const here = ofKind.filter(({ segmentIds }) => segmentIds.includes(id))
      const included = bagCounts(baggages)[kind] ?? 0
      return party.map((_, index) => included + piecesOf(here.filter(({ traveler }) => traveler === index)))
    })
  return Math.max(0, ...counts)
}

/** Included bags are for those with a seat, and their weight is not told: they replace no bag heavier than another on sale. */
const isOrdinary = (bag: ChosenBag, { party, sold }: FareAndBags) => {
  const member = party[bag.traveler]
  const isLighter = ({ traveler, kind, weightKg }: SoldBag) =>
    traveler === bag.traveler && kind === bag.kind && weightKg !== null && weightKg < (bag.weightKg ?? 0)
  return member !== undefined && needsSeat(member) && !sold.some(isLighter)
}

/**
 * The cheapest other fare of the same flights that includes a checked bag for each traveler with a seat, and as many bags
 * on every flight as this fare and the chosen bags give them, for less than both cost together. Null for none, and where
 * no checked bag is chosen.
 */
export function cheaperWithBags(order: FareAndBags, fares: readonly Fare[]): Fare | null {
  const { offer, bags } = order
  if (!bags.some(({ kind }) => kind === 'checked') || !bags.every((bag) => isOrdinary(bag, order))) return null
  const most = kinds.map((kind) => [kind, mostOf(kind, order)] as const)
  const hasAll = ({ baggages }: Fare) => most.every(([kind, count]) => (bagCounts(baggages)[kind] ?? 0) >= count)
  return fares
    .filter((fare) => fare.offer_id !== offer.id && fareIncludesBag(fare) && hasAll(fare))
    .reduce<Fare | null>((least, fare) => (isLess(fare.price, least?.price ?? sumWithBags(order)) ? fare : least), null)
}

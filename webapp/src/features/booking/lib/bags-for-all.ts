import type { Offer, Segment } from '@/lib/api/types'
import { addDecimals, compareDecimals } from '@/lib/decimal'
import { bagCounts } from '@/lib/flights'
import type { ChosenBag, SoldBag } from './bag-choices'
import { needsSeat, type PartyMember } from './passengers'

/** What the airline does not state is not included. */
const lacksBag = ({ baggages }: Segment) => !bagCounts(baggages).checked

const sumOf = (bags: readonly SoldBag[]) => addDecimals(bags.map(({ each }) => each.amount))

const cheaper = (a: readonly SoldBag[] | null, b: readonly SoldBag[] | null) =>
  !a || (b && compareDecimals(sumOf(b), sumOf(a)) < 0) ? b : a

/** The cheapest of these bags that cover the flights that `lack` one, no two of them for the same flight. Null for none. */
function coverOf(sold: readonly SoldBag[], lack: readonly string[]): readonly SoldBag[] | null {
  const [next] = lack
  if (next === undefined) return []
  const withFirst = (first: SoldBag) => {
    const isCovered = (id: string) => first.segmentIds.includes(id)
    const others = sold.filter(({ segmentIds }) => !segmentIds.some(isCovered))
    const rest = coverOf(
      others,
      lack.filter((id) => !isCovered(id)),
    )
    return rest && [first, ...rest]
  }
  const ways = sold.filter(({ segmentIds }) => segmentIds.includes(next)).map(withFirst)
  return ways.reduce(cheaper, null)
}

/**
 * The cheapest bags that give each traveler with a seat a checked one on every flight: those of the price with a bag, as
 * the server adds it up (`svc-offers/src/bag_prices.rs`). None where the fare has them all, or where they are not sold to all.
 */
export function bagsForAll({ slices }: Offer, party: readonly PartyMember[], sold: readonly SoldBag[]): ChosenBag[] {
  const lack = slices.flatMap(({ segments }) => segments.filter(lacksBag).map(({ id }) => id))
  const covers = party.flatMap((member, index) => {
    if (!needsSeat(member)) return []
    const own = sold.filter(({ traveler, kind }) => traveler === index && kind === 'checked')
    return [coverOf(own, lack)]
  })
  return covers.includes(null) ? [] : covers.flatMap((bags) => (bags ?? []).map((bag) => ({ ...bag, quantity: 1 })))
}

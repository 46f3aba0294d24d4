import type { SeatMap } from '@/lib/api/types'
import { formatTotal } from '@/lib/money'
import { facilityWords, isFacility, isFree, isRestricted, type SeatOffer } from '@/lib/seats'
import { seatElements, seatOffer } from '@/lib/sold-seats'
import * as words from '@/messages/components/seats'
import { kindOf, type SeatKind } from './cabin'
import { facilityIcon } from './facility-mark'
import type { LegendEntry } from './seat-mark'

const priceText = (offer: SeatOffer) => (isFree(offer) ? words.freePrice : formatTotal(offer.amount, offer.currency))

/** "$18", "$18 to $24", "no charge to $24"; "" for none. */
function range(offers: readonly SeatOffer[]) {
  const sorted = offers.toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (!least || !most) return ''
  if (Number(least.amount) === Number(most.amount)) return priceText(least)
  return words.priceRange({ least: priceText(least), most: priceText(most) })
}

const kinds: readonly { look: SeatKind; label: string }[] = [
  { look: 'standard', label: words.standard },
  { look: 'preferred', label: words.preferred },
  { look: 'legroom', label: words.legroom },
]

/** What the seats of this map cost a passenger, from the least to the most. */
export const priceSpan = (map: SeatMap, passengerId: string) =>
  range(seatElements(map).flatMap(({ element }) => seatOffer(element, passengerId) ?? []))

/** The kinds of seats that this map has, with what they cost a passenger, or anybody where none is named. */
export function legendOf(map: SeatMap, passengerId?: string): LegendEntry[] {
  const sold = seatElements(map).flatMap(({ element }) => {
    const offer = seatOffer(element, passengerId)
    return offer ? [{ offer, kind: kindOf(element) }] : []
  })
  const offersOf = (look: LegendEntry['look']) => sold.filter(({ kind }) => kind === look).map(({ offer }) => offer)
  const entries = kinds.flatMap(({ look, label }): LegendEntry[] => {
    const offers = offersOf(look)
    const priced = offers.filter((offer) => !isFree(offer))
    if (priced.length > 0) return [{ look, label, note: range(priced) }]
    return offers.length > 0 ? [{ look: `${look} free`, label, note: words.freePrice }] : []
  })
  // A kind that is free as a whole says so itself; the mark of single seats is explained where they are among others.
  const isMixed = entries.some(({ look }) => offersOf(look).some(isFree))
  if (isMixed) entries.push({ look: 'free', label: words.free })
  return [...entries, { look: 'taken', label: words.taken }, ...surroundings(map)]
}

/** What the map shows besides seats that are sold: each explained where it is drawn. */
function surroundings(map: SeatMap): LegendEntry[] {
  const elements = map.cabins.flatMap(({ rows }) =>
    rows.flatMap(({ sections }) => sections.flatMap((section) => section.elements)),
  )
  const types = [...new Set(elements.filter(isFacility).map(({ type }) => type))]
  const hasWing = map.cabins.some(({ wings }) => wings !== null)
  return [
    ...(elements.some(isRestricted) ? [{ look: 'unavailable' as const, label: words.unavailable }] : []),
    ...(hasWing ? [{ look: 'wing' as const, label: words.wing }] : []),
    ...types.map((type) => ({ look: 'facility' as const, label: facilityWords(type), icon: facilityIcon(type) })),
  ]
}

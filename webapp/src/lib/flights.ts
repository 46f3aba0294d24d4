import type { Baggage, Carrier, Offer, Segment, Slice } from '@/lib/api/types'
import { daysBetween, durationMinutes, minutesBetween } from '@/lib/dates'

export const stopCount = (slice: Slice) => Math.max(0, slice.segments.length - 1)

export const outbound = (offer: Offer): Slice | undefined => offer.slices[0]
export const inbound = (offer: Offer): Slice | undefined => offer.slices[1]

export const firstSegment = (slice: Slice): Segment | undefined => slice.segments[0]
export const lastSegment = (slice: Slice): Segment | undefined => slice.segments.at(-1)

/** "+1": how many calendar days after its departure a slice arrives. */
export const arrivalDayOffset = (slice: Slice) =>
  daysBetween(firstSegment(slice)?.departing_at, lastSegment(slice)?.arriving_at)

/**
 * How far the clocks where a segment of a slice lands are ahead of those where the slice began, in minutes; negative
 * behind, null where a duration is not known. Both times are local, so what they differ by beyond the flight's length
 * is the difference of the zones.
 */
export function clockShift(slice: Slice, index: number): number | null {
  return slice.segments.slice(0, index + 1).reduce<number | null>((sum, segment) => {
    const [shown, flown] = [
      minutesBetween(segment.departing_at, segment.arriving_at),
      durationMinutes(segment.duration),
    ]
    return sum === null || shown === null || flown === null ? null : sum + shown - flown
  }, 0)
}

export interface Layover {
  airport: string
  minutes: number | null
}

/** The waits of a slice. Both times of one are local to the same city, so their difference is the wait. */
export function layovers(slice: Slice): Layover[] {
  return slice.segments.slice(1).map((next, index) => ({
    airport: next.origin.iata_code,
    minutes: minutesBetween(slice.segments[index]?.arriving_at, next.departing_at),
  }))
}

/** Minutes from take-off to landing as the airline states them, else the sum of flights and waits. */
export function sliceMinutes(slice: Slice): number | null {
  const stated = durationMinutes(slice.duration)
  if (stated !== null) return stated
  const parts = [...slice.segments.map((s) => durationMinutes(s.duration)), ...layovers(slice).map((l) => l.minutes)]
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

export const journeyMinutes = (offer: Offer) =>
  offer.slices.reduce((sum, slice) => sum + (sliceMinutes(slice) ?? Number.POSITIVE_INFINITY), 0)

/** Who sells the flights of an offer, each once, in travel order. */
export function marketingCarriers(slices: readonly Slice[]): Carrier[] {
  const byCode = new Map<string, Carrier>()
  for (const { marketing_carrier: carrier } of slices.flatMap((slice) => slice.segments)) {
    if (!byCode.has(carrier.iata_code)) byCode.set(carrier.iata_code, carrier)
  }
  return [...byCode.values()]
}

/** As the airline calls the fare, where it is the same all the way. */
export function fareName(slices: readonly Pick<Slice, 'fare_brand_name'>[]) {
  const [name, ...others] = new Set(slices.map((slice) => slice.fare_brand_name))
  return others.length === 0 ? name || null : null
}

/** As the airline calls the fare; of slices with different names, all of them, as the server joins them. */
export function fareNames(slices: readonly Pick<Slice, 'fare_brand_name'>[]) {
  const names = slices.map((slice) => slice.fare_brand_name).filter(Boolean)
  return names.filter((name, at) => name !== names[at - 1]).join(' / ') || null
}

/** "BA 178", on one line. */
export const flightNumber = (segment: Segment) => `${segment.marketing_carrier.iata_code}\u00a0${segment.flight_number}`

/** The airline that flies, where it is not the one that sells. */
export function operatedBy(segment: Segment): string | null {
  const { marketing_carrier: seller, operating_carrier: operator } = segment
  return operator.name && operator.iata_code !== seller.iata_code ? operator.name : null
}

/** How many bags each traveller may take, by where they travel; null where the airline does not say. */
export type BagCounts = Record<'carry_on' | 'checked', number | null>

function countOf(bags: readonly Baggage[], type: string) {
  const stated = bags.filter((bag) => bag.type === type).map(({ quantity }) => quantity)
  return stated.length === 0
    ? null
    : stated.reduce((sum, next) => (sum === null || next === null ? null : sum + next), 0)
}

export const bagCounts = (bags: readonly Baggage[]): BagCounts => ({
  carry_on: countOf(bags, 'carry_on'),
  checked: countOf(bags, 'checked'),
})

/** What each traveller may take on every flight of the offer: the smallest allowance of any. */
export function includedBags(slices: readonly Slice[]): BagCounts {
  const counts = slices.flatMap((slice) => slice.segments).map((segment) => bagCounts(segment.baggages))
  const least = (type: keyof BagCounts) => leastOf(counts.map((bags) => bags[type]))
  return { carry_on: least('carry_on'), checked: least('checked') }
}

/** None on one flight is none on all of them, also where the airline is silent about another. */
function leastOf(counts: readonly (number | null)[]) {
  const stated = counts.filter((count) => count !== null)
  if (stated.includes(0)) return 0
  return stated.length === counts.length && stated.length > 0 ? Math.min(...stated) : null
}

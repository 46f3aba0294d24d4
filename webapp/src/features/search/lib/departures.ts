import type { Offer, Slice } from '@/lib/api/types'
import { outbound } from '@/lib/flights'

/** Offers that go out on the same flights: they differ in the way back or in the fare. */
export interface Departure {
  /** Names the flights out. It stays while offers come and go. */
  key: string
  first: Offer
  /** In the order of the list. */
  others: readonly Offer[]
}

const flightsOf = ({ segments }: Slice) =>
  segments
    .map((segment) => `${segment.marketing_carrier.iata_code} ${segment.flight_number} ${segment.departing_at}`)
    .join(', ')

/** Names all flights of an offer, in travel order: its fares share it. */
export const journeyKey = ({ slices }: Offer) => slices.map(flightsOf).join('; ')

/** "" for an offer that does not fly. */
export function departureKey(offer: Offer) {
  const out = outbound(offer)
  return out ? flightsOf(out) : ''
}

/** The list by departures, each in the place of its first offer. An offer that does not fly has none. */
export function groupByDeparture(offers: readonly Offer[]): Departure[] {
  const groups = new Map<string, { key: string; first: Offer; others: Offer[] }>()
  for (const offer of offers) {
    const key = departureKey(offer)
    const group = groups.get(key)
    if (group) group.others.push(offer)
    else if (key) groups.set(key, { key, first: offer, others: [] })
  }
  return [...groups.values()]
}

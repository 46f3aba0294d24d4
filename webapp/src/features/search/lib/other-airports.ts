import type { Offer, Place } from '@/lib/api/types'
import { firstSegment, inbound, lastSegment, outbound } from '@/lib/flights'
import * as words from '@/messages/search/offer'
import { shortName } from './airport-names'

/** "London Luton (LTN)" */
function named(place: Place) {
  const { iata_code } = place
  const short = shortName(place)
  return short && short !== iata_code ? `${short} (${iata_code})` : iata_code
}

/** Two airports where they differ. */
const differing = (is: Place | undefined, was: Place | undefined) =>
  is && was && is.iata_code !== was.iata_code ? [{ is, was }] : []

/**
 * What a return trip says where its way back does not begin at the airport that the way out ends at, or ends at another
 * one than it began at. A search of all airports of a city finds such trips.
 */
export function otherAirports(offer: Offer): string[] {
  const [out, back] = [outbound(offer), inbound(offer)]
  if (!out || !back) return []
  const departures = differing(firstSegment(back)?.origin, lastSegment(out)?.destination)
  const arrivals = differing(lastSegment(back)?.destination, firstSegment(out)?.origin)
  return [
    ...departures.map(({ is, was }) => words.returnsFrom({ airport: named(is), other: was.iata_code })),
    ...arrivals.map(({ is, was }) => words.returnsTo({ airport: named(is), other: was.iata_code })),
  ]
}

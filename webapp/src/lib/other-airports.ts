import type { Place, Slice } from '@/lib/api/types'
import { firstSegment, lastSegment } from '@/lib/flights'
import * as words from '@/messages/lib/flights'
import { shortName } from './airport-name'

/** "London Luton (LTN)" */
function named(place: Place) {
  const { iata_code } = place
  const short = shortName(place)
  return short && short !== iata_code ? `${short} (${iata_code})` : iata_code
}

/** What is said of two airports where they differ. */
const ifOther = (say: typeof words.returnsFrom, is?: Place, was?: Place) =>
  is && was && is.iata_code !== was.iata_code ? [say({ airport: named(is), other: was.iata_code })] : []

/**
 * What a return trip says where its way back does not begin at the airport that the way out ends at, or ends at another
 * one than it began at. A search of all airports of a city finds such trips.
 */
export function otherAirports([out, back]: readonly Slice[]): string[] {
  if (!out || !back) return []
  return [
    ...ifOther(words.returnsFrom, firstSegment(back)?.origin, lastSegment(out)?.destination),
    ...ifOther(words.returnsTo, lastSegment(back)?.destination, firstSegment(out)?.origin),
  ]
}

import type { Offer } from '@/lib/api/types'
import { formatTime } from '@/lib/dates'
import { airlineLabel } from '@/lib/flight-words'
import { fareNames, firstSegment, inbound, outbound } from '@/lib/flights'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/search/compare'
import * as offerWords from '@/messages/search/offer'

/** "British Airways, 19:30" */
function flightName(offer: Offer) {
  const out = outbound(offer)
  return [airlineLabel(offer.slices), formatTime(out && firstSegment(out)?.departing_at)].join(lists.separator)
}

function returnTime(offer: Offer) {
  const back = inbound(offer)
  return back && offerWords.returnAt({ time: formatTime(firstSegment(back)?.departing_at) })
}

/** What tells offers of one airline and time apart. */
const details: readonly ((offer: Offer) => string | null | undefined)[] = [
  returnTime,
  ({ slices }) => fareNames(slices),
]

/** What the columns of a comparison are called. Flights of the same name are told with what differs. */
export function compareNames(offers: readonly (Offer | null)[]): string[] {
  const known = offers.filter((offer) => offer !== null)
  return offers.map((offer) => {
    if (!offer || !outbound(offer)) return words.goneOffer
    const name = flightName(offer)
    const alike = known.filter((other) => flightName(other) === name)
    const differing = details.filter((detail) => new Set(alike.map(detail)).size > 1)
    return [name, ...differing.map((detail) => detail(offer))].filter(Boolean).join(lists.separator)
  })
}

import type { Offer } from '@/lib/api/types'
import { formatTime } from '@/lib/dates'
import { airlineLabel } from '@/lib/flight-words'
import { fareNames, firstSegment, flightNumber, inbound, outbound } from '@/lib/flights'
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

const flightNumbers = ({ slices }: Offer) =>
  slices
    .flatMap(({ segments }) => segments)
    .map(flightNumber)
    .join(lists.separator)

/** What tells offers of one airline and time apart, the plainest first. */
const details: readonly ((offer: Offer) => string | null | undefined)[] = [
  returnTime,
  ({ slices }) => fareNames(slices),
  flightNumbers,
]

function nameAmong(offer: Offer, offers: readonly Offer[]) {
  const parts: (string | null | undefined)[] = [flightName(offer)]
  let alike = offers.filter((other) => flightName(other) === flightName(offer))
  for (const detail of details) {
    const own = detail(offer)
    if (alike.every((other) => detail(other) === own)) continue
    parts.push(own)
    alike = alike.filter((other) => detail(other) === own)
  }
  return parts.filter(Boolean).join(lists.separator)
}

/** What the columns of a comparison are called: flights of the same name are told with what differs. */
export function compareNames(offers: readonly (Offer | null)[]): string[] {
  const known = offers.filter((offer) => offer !== null)
  return offers.map((offer) => (offer && outbound(offer) ? nameAmong(offer, known) : words.goneOffer))
}

import type { Offer } from '@/lib/api/types'
import { needsSeat, type PartyMember } from './passengers'
import { choiceOf, type SeatChoice } from './seat-choices'

/** Where a passenger sits, flight by flight as far as they chose: "JFK to LHR 15A, LHR to JFK 22C". */
export function seatWordsOf(offer: Pick<Offer, 'slices'>, seats: readonly SeatChoice[], member: PartyMember) {
  if (!needsSeat(member)) return 'On an adult’s lap'
  const segments = offer.slices.flatMap((slice) => slice.segments)
  const chosen = segments.flatMap((segment) => {
    const seat = choiceOf(seats, segment.id, member.id)
    return seat ? [{ segment, designator: seat.designator }] : []
  })
  if (chosen.length === 0) return 'The airline assigns a seat'
  if (segments.length === 1) return `Seat ${chosen[0]?.designator}`
  return chosen
    .map(({ segment, designator }) => `${segment.origin.iata_code} to ${segment.destination.iata_code} ${designator}`)
    .join(', ')
}

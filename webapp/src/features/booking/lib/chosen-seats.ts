import type { Offer, Segment } from '@/lib/api/types'
import * as words from '@/messages/booking/chosen-seats'
import * as lists from '@/messages/lib/lists'
import { needsSeat, type PartyMember } from './passengers'
import { choiceOf, type SeatChoice } from './seat-choices'
import { wayOf } from './way-of'

type Flights = Pick<Offer, 'slices'>

const segmentsOf = ({ slices }: Flights) => slices.flatMap(({ segments }) => segments)

/** Where a passenger sits, flight by flight: "JFK to LHR 15A, no seat chosen on LHR to JFK". */
export function seatWordsOf(offer: Flights, seats: readonly SeatChoice[], member: PartyMember) {
  if (!needsSeat(member)) return words.onLap
  const segments = segmentsOf(offer)
  const seatOn = ({ id }: Segment) => choiceOf(seats, id, member.id)?.designator ?? ''
  const chosen = segments.filter(seatOn)
  const [first, ...others] = segments.filter((segment) => !seatOn(segment))
  if (chosen.length === 0) return words.none
  if (segments.length === 1) return words.one({ seat: chosen.map(seatOn).join() })
  const seated = chosen
    .map((segment) => words.onRoute({ route: wayOf(segment), seat: seatOn(segment) }))
    .join(lists.separator)
  if (!first) return seated
  if (others.length === 0) return words.missingOne({ seats: seated, route: wayOf(first) })
  return words.missingSeveral({ seats: seated, count: others.length + 1 })
}

/** Flights on which some of the party have a seat, and the others who have none. */
export const seatGaps = (offer: Flights, party: readonly PartyMember[], seats: readonly SeatChoice[]) =>
  segmentsOf(offer).flatMap((segment) => {
    const isShared = seats.some(({ segmentId }) => segmentId === segment.id)
    const members = party.filter((member) => needsSeat(member) && !choiceOf(seats, segment.id, member.id))
    return isShared && members.length > 0 ? [{ way: wayOf(segment), members }] : []
  })

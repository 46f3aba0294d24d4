import type { Offer, Segment } from '@/lib/api/types'
import { needsSeat, type PartyMember } from './passengers'
import { choiceOf, type SeatChoice } from './seat-choices'

type Flights = Pick<Offer, 'slices'>

const segmentsOf = ({ slices }: Flights) => slices.flatMap(({ segments }) => segments)

/** "JFK to LHR" */
export const wayOf = ({ origin, destination }: Segment) => `${origin.iata_code} to ${destination.iata_code}`

/** Where a passenger sits, flight by flight: "JFK to LHR 15A, no seat chosen on LHR to JFK". */
export function seatWordsOf(offer: Flights, seats: readonly SeatChoice[], member: PartyMember) {
  if (!needsSeat(member)) return 'On an adult’s lap'
  const segments = segmentsOf(offer)
  const seatOn = ({ id }: Segment) => choiceOf(seats, id, member.id)?.designator
  const chosen = segments.filter(seatOn)
  const [first, ...others] = segments.filter((segment) => !seatOn(segment))
  if (chosen.length === 0) return 'No seat chosen, the airline assigns one'
  if (segments.length === 1) return `Seat ${chosen.map(seatOn)}`
  const words = chosen.map((segment) => `${wayOf(segment)} ${seatOn(segment)}`)
  if (!first) return words.join(', ')
  const rest = others.length === 0 ? wayOf(first) : `the other ${others.length + 1} flights`
  return [...words, `no seat chosen on ${rest}`].join(', ')
}

/** Flights on which some of the party have a seat, and the others who have none. */
export const seatGaps = (offer: Flights, party: readonly PartyMember[], seats: readonly SeatChoice[]) =>
  segmentsOf(offer).flatMap((segment) => {
    const isShared = seats.some(({ segmentId }) => segmentId === segment.id)
    const members = party.filter((member) => needsSeat(member) && !choiceOf(seats, segment.id, member.id))
    return isShared && members.length > 0 ? [{ way: wayOf(segment), members }] : []
  })

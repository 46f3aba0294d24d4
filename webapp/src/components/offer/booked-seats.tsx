import { chakra } from '@chakra-ui/react/styled-system'
import type { Slice } from '@/lib/api/types'
import { flightNumber } from '@/lib/flights'
import * as words from '@/messages/components/seats'

/** Who sits where on which flight. */
export interface SeatOf {
  segmentId: string
  designator: string
  passenger: string
}

const List = chakra('ul', { base: { textStyle: 'sm', color: 'fg.muted', '& b': { color: 'fg' } } })
const None = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted' } })

interface Props {
  slice: Slice
  /** Of the whole trip. */
  seats: readonly SeatOf[]
  /** Of the first direction, which speaks for all where no seat was chosen. */
  isFirst: boolean
}

/** The seats of one direction, flight by flight; where none was chosen, who gives one. */
export function BookedSeats({ slice, seats, isFirst }: Props) {
  if (seats.length === 0) return isFirst ? <None>{words.noSeats}</None> : null
  return (
    <List aria-label={words.seats}>
      {slice.segments.map((segment) => {
        const taken = seats.filter(({ segmentId }) => segmentId === segment.id)
        const named = { number: flightNumber(segment), flight: (text: string) => <b>{text}</b> }
        return (
          <li key={segment.id}>
            {taken.length > 0
              ? words.flightSeats({ ...named, seats: seatText(taken) })
              : words.flightWithoutSeats(named)}
          </li>
        )
      })}
    </List>
  )
}

/** "Maya Okafor, seat 15A; Daniel Okafor, seat 15B" */
const seatText = (seats: readonly SeatOf[]) =>
  seats
    .toSorted((a, b) => a.designator.localeCompare(b.designator, 'en', { numeric: true }))
    .map(({ designator, passenger }) => words.seatOf({ passenger, seat: designator }))
    .join(words.seatSeparator)

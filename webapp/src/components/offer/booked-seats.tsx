import { chakra } from '@chakra-ui/react/styled-system'
import type { Slice } from '@/lib/api/types'
import { flightNumber } from '@/lib/flights'
import * as words from '@/messages/components/seats'
import * as lists from '@/messages/lib/lists'

/** Who sits where on which flight. */
export interface SeatOf {
  segmentId: string
  designator: string
  passenger: string
}

const List = chakra('ul', { base: { textStyle: 'sm', color: 'fg.muted', '& b': { color: 'fg' } } })

/** The seats of one direction, flight by flight; where none was chosen, who gives one. */
export function BookedSeats({ slice, seats }: { slice: Slice; seats: readonly SeatOf[] }) {
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

/** "15A Maya Okafor, 15B Daniel Okafor" */
const seatText = (seats: readonly SeatOf[]) =>
  seats
    .toSorted((a, b) => a.designator.localeCompare(b.designator, 'en', { numeric: true }))
    .map(({ designator, passenger }) => `${designator} ${passenger}`)
    .join(lists.separator)

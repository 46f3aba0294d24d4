import { CardAmount } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
import type { Booking } from '../hooks/use-booking'
import type { SeatPicker } from '../hooks/use-seat-picker'
import type { PartyMember } from '../lib/passengers'
import { seatsTotal, unseated, unseatedOn } from '../lib/seat-choices'

/** What comes of the seats that are not chosen: who has to have one yet, and whose the airline assigns. */
function restWords(booking: Booking, picker: SeatPicker) {
  const { party, seats } = booking
  if (seats.length === 0) return 'Choose one for each passenger, or skip: then the airline assigns them.'
  const missing = unseated(party, seats)
  const assigned = assignedWords(booking, picker, missing)
  return [
    missing.length > 0 && `Still to choose: ${missing.map(({ id }) => picker.nameOf(id)).join(', ')}.`,
    assigned && `The airline assigns the others: ${assigned}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** "Ada Okafor on JFK to LHR; everybody on LHR to JFK", of those who have a seat on another flight. */
function assignedWords(
  { party, seats }: Booking,
  { seated, flights, nameOf }: SeatPicker,
  missing: readonly PartyMember[],
) {
  return flights
    .map(({ id, way }) => ({ way, rest: unseatedOn(party, seats, id).filter((one) => !missing.includes(one)) }))
    .filter(({ rest }) => rest.length > 0)
    .map(({ way, rest }) => {
      const isAll = rest.length === seated.length && seated.length > 1
      return `${isAll ? 'everybody' : rest.map(({ id }) => nameOf(id)).join(', ')} on ${way}`
    })
    .join('; ')
}

/** How many seats are chosen, whose are not, and what they cost. */
export function SeatSum({ booking, picker }: { booking: Booking; picker: SeatPicker }) {
  const { seats, offer } = booking
  const most = picker.seated.length * picker.flights.length
  return (
    <CardAmount>
      <div>
        <strong>Seats so far</strong>
        <Text textStyle="sm" color="fg.muted">
          {seats.length} of {most} chosen, held once payment goes through. {restWords(booking, picker)}
        </Text>
      </div>
      <Text textStyle="price" fontSize="1.5rem" color="ink" aria-live="polite">
        {formatTotal(seatsTotal(seats), offer.price.currency)}
      </Text>
    </CardAmount>
  )
}

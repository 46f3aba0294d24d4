import { CardAmount } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
import type { Booking } from '../hooks/use-booking'
import type { SeatPicker } from '../hooks/use-seat-picker'
import { seatsTotal, unseatedOn } from '../lib/seat-choices'

/** "Ada Okafor on JFK to LHR; everybody on LHR to JFK": whose seats the airline assigns. */
function restWords({ party, seats }: Booking, { seated, flights, nameOf }: SeatPicker) {
  return flights
    .map(({ id, way }) => ({ way, rest: unseatedOn(party, seats, id) }))
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
  const rest = seats.length > 0 ? restWords(booking, picker) : ''
  return (
    <CardAmount>
      <div>
        <strong>Seats so far</strong>
        <Text textStyle="sm" color="fg.muted">
          {seats.length} of {most} chosen, held once payment goes through.
          {seats.length === 0 && ' Where none is, the airline assigns one.'}
          {rest && ` The airline assigns the others: ${rest}.`}
        </Text>
      </div>
      <Text textStyle="price" fontSize="1.5rem" color="ink" aria-live="polite">
        {formatTotal(seatsTotal(seats), offer.price.currency)}
      </Text>
    </CardAmount>
  )
}

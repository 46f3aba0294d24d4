import { CardAmount } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
import { useTrip } from '../../hooks/booking-contexts'
import { usePicker } from '../../hooks/use-seat-picker'
import { seatsTotal, unseated } from '../../lib/seat-choices'

/** "1 of 2 seats chosen. Still to choose: Daniel Okafor. We'll reserve them when you pay." */
function useSumWords() {
  const { party, seats } = useTrip()
  const { seated, flights, nameOf } = usePicker()
  const most = seated.length * flights.length
  // Nobody has to choose as long as the whole step may be skipped.
  const missing = seats.length > 0 ? unseated(party, seats) : []
  const areSomeAssigned = missing.length === 0 && seats.length < most
  return [
    `${seats.length} of ${most} ${most === 1 ? 'seat' : 'seats'} chosen.`,
    missing.length > 0 && `Still to choose: ${missing.map(({ id }) => nameOf(id)).join(', ')}.`,
    `We'll reserve ${most === 1 ? 'it' : 'them'} when you pay${areSomeAssigned ? '; the airline assigns the rest' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many seats are chosen, and what they cost. */
export function SeatSum() {
  const { seats, offer } = useTrip()
  const words = useSumWords()
  return (
    <CardAmount>
      <div>
        <strong>Seats so far</strong>
        <Text textStyle="sm" color="fg.muted">
          {words}
        </Text>
      </div>
      <Text textStyle="price" fontSize="1.5rem" color="ink" aria-live="polite">
        {formatTotal(seatsTotal(seats), offer.price.currency)}
      </Text>
    </CardAmount>
  )
}

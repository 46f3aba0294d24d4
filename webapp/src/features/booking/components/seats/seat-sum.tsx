import { CardAmount } from '@/components/ui/card'
import { Text } from '@/components/ui/layout'
import { formatTotal } from '@/lib/money'
import * as words from '@/messages/booking/seats'
import * as lists from '@/messages/lib/lists'
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
    words.chosen({ count: seats.length, most }),
    missing.length > 0 && words.stillToChoose({ names: missing.map(({ id }) => nameOf(id)).join(lists.separator) }),
    areSomeAssigned ? words.reservedRestAssigned({ most }) : words.reserved({ most }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many seats are chosen, and what they cost. */
export function SeatSum() {
  const { seats, offer } = useTrip()
  const sentences = useSumWords()
  return (
    <CardAmount>
      <div>
        <strong>{words.sumTitle}</strong>
        <Text textStyle="sm" color="fg.muted">
          {sentences}
        </Text>
      </div>
      <Text textStyle="price" fontSize="1.5rem" color="ink">
        {formatTotal(seatsTotal(seats), offer.price.currency)}
      </Text>
    </CardAmount>
  )
}

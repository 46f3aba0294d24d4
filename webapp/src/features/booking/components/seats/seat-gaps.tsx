import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/seat-gaps'
import { useTrip } from '../../hooks/booking-contexts'
import { seatGaps } from '../../lib/chosen-seats'
import { listed } from '../../lib/in-words'

/** Who may sit apart from the others: a parent must not find that out at check-in. */
export function SeatGaps() {
  const { offer, party, passengers, seats } = useTrip()
  const gaps = seatGaps(offer, party, seats)
  if (gaps.length === 0) return null
  const nameOf = (id: string) => {
    const passenger = passengers?.[party.findIndex((member) => member.id === id)]
    return passenger ? `${passenger.firstName} ${passenger.lastName}` : ''
  }
  return (
    <Notice tone="warning" role="status">
      {gaps.map(({ way, members }) => (
        <p key={way}>
          {words.gap({
            count: members.length,
            names: listed(members.map(({ id }) => nameOf(id))),
            route: way,
            strong,
          })}
        </p>
      ))}
      <p>{words.gapsMean}</p>
    </Notice>
  )
}

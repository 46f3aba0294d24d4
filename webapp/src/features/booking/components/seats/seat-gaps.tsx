import { Notice } from '@/components/ui/notice'
import { useTrip } from '../../hooks/booking-contexts'
import { seatGaps } from '../../lib/chosen-seats'

const list = new Intl.ListFormat('en-US')

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
          <strong>{list.format(members.map(({ id }) => nameOf(id)))}</strong> {members.length === 1 ? 'has' : 'have'} no
          seat on {way}.
        </p>
      ))}
      <p>The airline will assign seats at check-in, perhaps apart from the rest of you.</p>
    </Notice>
  )
}

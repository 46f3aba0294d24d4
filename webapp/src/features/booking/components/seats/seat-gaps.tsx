import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/seat-gaps'
import { locale } from '@/messages/locale'
import { useTrip } from '../../hooks/booking-contexts'
import { seatGaps } from '../../lib/chosen-seats'

const list = new Intl.ListFormat(locale)

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
            names: list.format(members.map(({ id }) => nameOf(id))),
            route: way,
            strong,
          })}
        </p>
      ))}
      <p>{words.gapsMean}</p>
    </Notice>
  )
}

import * as words from '@/messages/components/offer/arrival'

/** Beside a time, how many days after the departure it is; in full for readers, where the page hides `.sr`. */
export function ArrivalDays({ days }: { days: number }) {
  if (days === 0) return null
  return (
    <sup>
      <span aria-hidden="true">{days > 0 ? `+${days}` : days}</span>
      <span className="sr"> {days > 0 ? words.arrivesLater({ days }) : words.arrivesEarlier({ days: -days })}</span>
    </sup>
  )
}

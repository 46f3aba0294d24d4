import { daysLabel } from '@/lib/dates'

/** Beside a time, how many days after the departure it is; in full for readers, where the page hides `.sr`. */
export function ArrivalDays({ days }: { days: number }) {
  if (days === 0) return null
  return (
    <sup>
      <span aria-hidden="true">{days > 0 ? `+${days}` : days}</span>
      <span className="sr">
        {' '}
        arrives {daysLabel(days)} {days > 0 ? 'later' : 'earlier'}
      </span>
    </sup>
  )
}

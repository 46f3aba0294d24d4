'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Arc } from '@/components/ui/arc'
import { Button } from '@/components/ui/button'
import { Hidden } from '@/components/ui/layout'
import { GIVING_BACK, isFailing } from '@/lib/booked-trip'
import { formatTime } from '@/lib/dates'
import { formatTotal } from '@/lib/money'
import { shortReference } from '@/lib/short-reference'
import * as words from '@/messages/trips/list'
import { isNothing, money, refundLabel, refundProgress, sumLabel } from '../lib/refund'
import {
  dateRange,
  departureParts,
  isCancellable,
  isOff,
  noCancelling,
  passengersLabel,
  routeLabel,
  type Trip,
  tripTypeLabel,
} from '../lib/trips'
import { StatusBadge } from './status-badge'

const Root = chakra('article', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '5.25rem minmax(0, 1fr)', md: '7.5rem minmax(0, 1fr) auto' },
    overflow: 'hidden',
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    '& .day': {
      display: 'grid',
      alignContent: 'center',
      justifyItems: 'center',
      py: '5',
      bg: 'tint',
      textStyle: 'xs',
      color: 'fg.muted',
      '& b': {
        fontSize: { base: '1.5rem', md: '2rem' },
        lineHeight: '1.1',
        letterSpacing: '-0.03em',
        fontVariantNumeric: 'tabular-nums',
      },
    },
    '& .mid': { display: 'grid', alignContent: 'center', gap: '2', px: { base: '4', md: '6' }, py: '5' },
    '& h2': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '0 0.625rem',
      fontSize: { base: 'lg', md: '1.25rem' },
    },
    '& h2 svg': { w: '10', h: '3.5' },
    '& .facts': { display: 'flex', flexWrap: 'wrap', gap: '0 1rem', textStyle: 'sm', color: 'fg.muted' },
    '& .reference': { letterSpacing: '0.06em', color: 'fg' },
    '& .waits': { textStyle: 'sm', color: 'fg.muted' },
    // Nobody flies it: what was planned steps back, what comes back of the money is what one looks for.
    '&[data-off]': {
      '& .mid': { justifyItems: 'start' },
      '& .day': { bg: 'surface.inset', '& b': { color: 'fg.muted', textDecoration: 'line-through' } },
      '& h2': { color: 'fg.muted', '& s': { textDecoration: 'line-through' } },
      '& .waits': { color: 'ink', fontWeight: 'medium' },
    },
    '& .end': {
      display: 'grid',
      alignContent: 'center',
      gridColumn: { base: '1 / -1', md: 'auto' },
      gap: '3',
      px: { base: '4', md: '6' },
      py: { base: '3', md: '5' },
      borderTop: { base: '1px solid {colors.line}', md: '0' },
    },
    '& .sum, & .actions': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: { base: 'space-between', md: 'flex-end' },
      gap: '3',
      '& > :last-child': { ms: { base: 'auto', md: '0' } },
    },
    // On a phone the words of the first button stand under the badge.
    '& .actions > :first-of-type:not(:last-of-type)': { ms: { base: '-3', md: '0' } },
    '& .money': { textAlign: 'end', '& b': { fontSize: '1.25rem', fontVariantNumeric: 'tabular-nums' } },
    '& .money small': { display: 'block', textStyle: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

interface Props {
  trip: Trip
  onDetails: () => void
  /** Upcoming trips alone can be cancelled. */
  onCancel?: () => void
}

const bold = (text: string) => <b>{text}</b>

/** What the trip cost; of a cancelled one what came back of it. */
function Money({ trip: { record, data } }: { trip: Trip }) {
  const total = formatTotal(data.total_amount, data.total_currency || 'USD')
  const { cancellation } = record
  if (!cancellation) {
    return (
      <p className="money">
        <b>{total}</b>
      </p>
    )
  }
  const { refund } = cancellation
  return (
    <p className="money">
      {refund && !isNothing(refund)
        ? sumLabel(cancellation)({ sum: money(refund), strong: bold })
        : bold(refundLabel(cancellation))}
      <small>{words.ofPaid({ total })}</small>
    </p>
  )
}

const arc = (text: string) => (
  <>
    <Arc /> <Hidden>{text}</Hidden>
  </>
)

export function TripCard({ trip, onDetails, onCancel }: Props) {
  const { record, data } = trip
  const { month, day, weekday } = departureParts(trip)
  const [first] = data.slices
  const route = routeLabel(trip)
  const reference = shortReference(record.duffelBookingId)
  const isGone = isOff(trip)
  const City = isGone ? 's' : 'span'
  const departs = isGone ? words.wasToDepart : words.departs
  return (
    <Root aria-label={words.card({ route, dates: dateRange(trip) })} data-off={isGone ? '' : undefined}>
      <div className="day" aria-hidden="true">
        {month}
        <b>{day}</b>
        {weekday}
      </div>
      <div className="mid">
        {isGone && <StatusBadge status={record.status} />}
        <h2>
          {first
            ? words.route({
                from: first.origin.city_name,
                to: first.destination.city_name,
                city: (text) => <City>{text}</City>,
                arc,
              })
            : route}
        </h2>
        <p className="facts">
          <span>{tripTypeLabel(trip)}</span>
          <span>{dateRange(trip)}</span>
          <span>{passengersLabel(trip)}</span>
        </p>
        <p className="facts">
          {first && <span>{departs({ time: formatTime(first.departure_time), airport: first.origin.iata_code })}</span>}
          {reference && (
            <span>{words.reference({ reference, code: (text) => <b className="reference">{text}</b> })}</span>
          )}
        </p>
        {record.status === 'pending' && (
          <p className="waits">{isFailing(record) ? `${words.notBooked} ${GIVING_BACK}` : words.confirming}</p>
        )}
        {record.status === 'confirmed' && !isCancellable(trip) && <p className="waits">{noCancelling(trip)}</p>}
        {record.cancellation && <p className="waits">{refundProgress(record.cancellation)}</p>}
      </div>
      <div className="end">
        <div className="sum">
          {!isGone && <StatusBadge status={record.status} />}
          <Money trip={trip} />
        </div>
        <div className="actions">
          {onCancel && (
            <Button
              variant="ghost"
              size="sm"
              color="error.fg"
              aria-label={words.cancelRoute({ route })}
              onClick={onCancel}
            >
              {words.cancel}
            </Button>
          )}
          <Button variant="outline" size="sm" aria-label={words.viewDetailsRoute({ route })} onClick={onDetails}>
            {words.viewDetails}
          </Button>
        </div>
      </div>
    </Root>
  )
}

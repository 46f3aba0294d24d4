import { Notice } from '@/components/ui/notice'
import { GIVING_BACK, isFailing } from '@/lib/booked-trip'
import { NO_REFUND } from '@/lib/fare-rules'
import { refundProgress, refundTone } from '../lib/refund'
import { hasLeft, isCancellable, noCancelling, type Trip } from '../lib/trips'
import { CancelledWords } from './cancelled-words'
import { Outcome } from './outcome'

interface Props {
  trip: Trip
  /** It has just been cancelled on this page. */
  isNews?: boolean
}

/** Whether a booking can be cancelled, what became of its refund, or why there is no booking. */
export function CancellationNotice({ trip, isNews = false }: Props) {
  const { status, cancellation, failure } = trip.record
  if (status === 'failed') return <Notice tone="error">{failure?.message ?? 'This booking failed.'}</Notice>
  if (isFailing(trip.record)) {
    return (
      <Notice tone="error">
        {failure?.message} {GIVING_BACK}
      </Notice>
    )
  }
  if (cancellation) {
    const Box = isNews ? Outcome : Notice
    return (
      <Box tone={refundTone(cancellation)}>
        <CancelledWords
          title="This trip is cancelled."
          progress={refundProgress(cancellation)}
          data={trip.data}
          cancellation={cancellation}
        />
      </Box>
    )
  }
  if (status !== 'confirmed') return null
  if (hasLeft(trip))
    return <Notice tone="info">{noCancelling(trip)} For anything else, please contact the airline.</Notice>
  return isCancellable(trip) ? (
    <Notice tone="info">
      <strong>You can cancel this booking.</strong> {feesOf(trip)} You see your refund before you decide.
    </Notice>
  ) : (
    <Notice tone="warning">
      <strong>Non-Refundable Ticket.</strong> It cannot be cancelled or refunded. Please contact the airline.
    </Notice>
  )
}

const feesOf = ({ data: { conditions } }: Trip) =>
  conditions.refund_before_departure?.allowed === false ? `Fees may apply. ${NO_REFUND}.` : 'Fees may apply.'

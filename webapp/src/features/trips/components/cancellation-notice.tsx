import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { GIVING_BACK, isFailing } from '@/lib/booked-trip'
import { reasonOfFailure, wordsOfFailure } from '@/lib/booking-failure'
import { NO_REFUND } from '@/lib/fare-rules'
import * as words from '@/messages/trips/details'
import { refundProgress, refundTone } from '../lib/refund'
import { hasLeft, isCancellable, noCancelling, type Trip } from '../lib/trips'
import { CancelledWords } from './cancelled-words'
import { Outcome } from './outcome'

interface Props {
  trip: Trip
  /** If it is cancelled, that happened while the page was open. */
  isNews?: boolean
}

/** Whether a booking can be cancelled, what became of its refund, or why there is no booking. */
export function CancellationNotice({ trip, isNews = false }: Props) {
  const { status, cancellation, failure } = trip.record
  if (status === 'failed') return <Notice tone="error">{wordsOfFailure(failure ?? {})}</Notice>
  if (failure && isFailing(trip.record)) {
    return (
      <Notice tone="error">
        {reasonOfFailure(failure)} {GIVING_BACK}
      </Notice>
    )
  }
  if (cancellation) {
    const Box = isNews ? Outcome : Notice
    return (
      <Box tone={refundTone(cancellation)}>
        <CancelledWords
          title={words.tripCancelled}
          progress={refundProgress(cancellation)}
          data={trip.data}
          cancellation={cancellation}
        />
      </Box>
    )
  }
  if (status !== 'confirmed') return null
  if (hasLeft(trip))
    return (
      <Notice tone="info">
        {noCancelling(trip)} {words.askAirline}
      </Notice>
    )
  return isCancellable(trip) ? (
    <Notice tone="info">{words.cancellable({ fees: feesOf(trip), strong })}</Notice>
  ) : (
    <Notice tone="warning">{words.notCancellable({ strong })}</Notice>
  )
}

const feesOf = ({ data: { conditions } }: Trip) =>
  conditions.refund_before_departure?.allowed === false
    ? words.feesMayApplyTerm({ term: NO_REFUND })
    : words.feesMayApply

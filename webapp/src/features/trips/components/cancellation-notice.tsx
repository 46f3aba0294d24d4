import { Notice } from '@/components/ui/notice'
import { refundProgress, refundTone } from '../lib/refund'
import type { Trip } from '../lib/trips'

export const hasOptions = ({ data }: Trip) => data.conditions.cancellation_options.length > 0

/** Whether a booking can be cancelled, what became of its refund, or why there is no booking. */
export function CancellationNotice({ trip }: { trip: Trip }) {
  const { status, cancellation, failure } = trip.record
  if (status === 'failed') return <Notice tone="error">{failure?.message ?? 'This booking failed.'}</Notice>
  if (cancellation) {
    return (
      <Notice tone={refundTone(cancellation)}>
        <strong>This trip is cancelled.</strong> {refundProgress(cancellation)}
      </Notice>
    )
  }
  if (status !== 'confirmed') return null
  return hasOptions(trip) ? (
    <Notice tone="info">
      <strong>This booking can be cancelled.</strong> Fees may apply: you see them before you decide.
    </Notice>
  ) : (
    <Notice tone="warning">
      <strong>Non-Refundable Ticket.</strong> It cannot be cancelled or refunded. Please contact the airline.
    </Notice>
  )
}

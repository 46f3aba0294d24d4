import type { BookingData, Cancellation, CancellationBreakdown } from '@/lib/api/types'
import * as lists from '@/messages/lib/lists'
import * as words from '@/messages/trips/refund'
import { isNothing, money, refundArrival, soldAs } from '../lib/refund'

interface Props {
  title: string
  /** How far the refund has come. */
  progress: string
  data: BookingData
  cancellation: Pick<Cancellation, 'refund' | 'breakdown' | 'cancelledAt'>
}

/** All that is known of the money of a cancelled trip: what comes back and by when, what does not and why. */
export function CancelledWords({ title, progress, data, cancellation }: Props) {
  const { breakdown } = cancellation
  return (
    <>
      <p>
        <strong>{title}</strong> {progress}
        {refundArrival(cancellation)}
      </p>
      {breakdown && !isNothing(breakdown.kept) && (
        <p>
          {words.kept({ sum: money(breakdown.kept), parts: keptInWords(breakdown) })} {soldAs(data)}
        </p>
      )}
    </>
  )
}

const keptInWords = ({ lines }: CancellationBreakdown) =>
  lines
    .filter(({ kept }) => kept)
    .map(({ part, amount }) => words.keptPart({ part, sum: money(amount) }))
    .join(lists.separator)

import type { BookingData, Cancellation } from '@/lib/api/types'
import { keptOf } from '../lib/kept'
import { money, refundArrival, soldAs } from '../lib/refund'

interface Props {
  title: string
  /** How far the refund has come. */
  progress: string
  data: BookingData
  cancellation: Pick<Cancellation, 'refund' | 'credit' | 'cancelledAt'>
}

/** All that is known of the money of a cancelled trip: what comes back and by when, what does not and why. */
export function CancelledWords({ title, progress, data, cancellation }: Props) {
  const kept = keptOf(data, cancellation)
  return (
    <>
      <p>
        <strong>{title}</strong> {progress}
        {refundArrival(cancellation)}
      </p>
      {kept && (
        <p>
          Not refunded: {money(kept.amount)}
          {kept.parts.length > 0 && ` (${partsInWords(kept.parts, data.total_currency)})`}. {soldAs(data)}
        </p>
      )}
    </>
  )
}

const partsInWords = (parts: readonly [name: string, amount: string][], currency: string) =>
  parts.map(([name, amount]) => `${name} ${money({ amount, currency })}`).join(', ')

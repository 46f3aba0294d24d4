import type { CancellationBreakdown } from '@/lib/api/types'
import * as words from '@/messages/trips/refund'

type Line = CancellationBreakdown['lines'][number]

const labels: Record<Exclude<Line['part'], 'airline'>, string> = {
  fare: words.fare,
  taxes: words.taxes,
  seats: words.seats,
  bags: words.bags,
  service_fee: words.serviceFee,
}

/** The word of a line. The mail of a cancellation has the same (`svc-booking/src/email/line_words.json`). */
export function wordOf({ part, kept }: Line) {
  if (part !== 'airline') return labels[part]
  return kept ? words.keptByAirline : words.fromAirline
}

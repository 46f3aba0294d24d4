import type { CancellationBreakdown } from '@/lib/api/types'

type Line = CancellationBreakdown['lines'][number]

const words: Record<Exclude<Line['part'], 'airline'>, string> = {
  fare: 'Fare',
  taxes: 'Taxes',
  seats: 'Seats',
  service_fee: 'Our booking fee',
}

/** The word of a line. The mail of a cancellation has the same (`svc-booking/src/email/line_words.json`). */
export function wordOf({ part, kept }: Line) {
  if (part !== 'airline') return words[part]
  return kept ? 'The airline keeps' : 'From the airline'
}

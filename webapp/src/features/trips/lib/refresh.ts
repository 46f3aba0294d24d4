import type { BookingRecord } from '@/lib/api/types'

/** The airline confirms while the page is open. */
const PENDING_MS = 10_000
/** An airline may issue the code of its credit after the cancellation, and no event tells of it. */
const CODE_MS = 15_000

const CREDITS = 'airline_credits'

const awaitsCode = ({ cancellation }: BookingRecord) =>
  cancellation?.refundTo === CREDITS &&
  (cancellation.credits.length === 0 || cancellation.credits.some(({ code }) => code === null))

/** In how many milliseconds an open booking is read again; 0 is never: what else changes is heard. */
export function refreshMs(record: BookingRecord | undefined): number {
  if (!record) return 0
  if (record.status === 'pending') return PENDING_MS
  return awaitsCode(record) ? CODE_MS : 0
}

import type { BookingRecord } from '@/lib/api/types'

/** The airline confirms while the page is open. */
const PENDING_MS = 10_000
/** An airline may issue the code of its credit after the cancellation, and no event tells of it. */
const CODE_MS = 15_000
/** A code that comes later is told by mail, and shown when the traveller comes back to the page. */
const CODES_FOR_MS = 5 * 60_000

/**
 * In how many milliseconds a booking is read again that is open since then; 0 is never: events tell of other changes.
 * A cancellation that was made on the open page begins the five minutes anew.
 */
export function refreshMs(record: BookingRecord | undefined, openSince: number): number {
  if (!record) return 0
  if (record.status === 'pending') return PENDING_MS
  if (!record.cancellation?.awaitsCredits) return 0
  const since = Math.max(openSince, Date.parse(record.cancellation.cancelledAt))
  return Date.now() - since < CODES_FOR_MS ? CODE_MS : 0
}

import type { BookingRecord } from '@/lib/api/types'

/** The airline confirms while the page is open. */
const PENDING_MS = 10_000
/** An airline may issue the code of its credit after the cancellation, and no event tells of it. */
const CODE_MS = 15_000
/** A code that comes later is told by mail, and shown when the traveller comes back to the page. */
const CODES_FOR_MS = 5 * 60_000

/** In how many milliseconds a booking that is open since then is read again; 0 is never: events tell of other changes. */
export function refreshMs(record: BookingRecord | undefined, openSince: number): number {
  if (!record) return 0
  if (record.status === 'pending') return PENDING_MS
  const isAwaited = record.cancellation?.awaitsCredits === true
  return isAwaited && Date.now() - openSince < CODES_FOR_MS ? CODE_MS : 0
}

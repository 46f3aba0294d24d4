import { ApiError } from '@/lib/api/error'
import { fetchSeatMaps } from '@/lib/api/offers'
import type { SeatMap } from '@/lib/api/types'
import { pause } from '@/lib/pause'

/** Before the second try and the third one, unless the server asks for more. */
const PAUSES_MS = [2_000, 4_000]
/** Seats are optional: nobody waits longer than this for a server, or for all tries that end with a failure. */
const MOST_PATIENCE_MS = 10_000
const NEVER = Number.POSITIVE_INFINITY

/** The seat maps of an offer, asked for three times while the service is away. An answer that there are none is one. */
export async function readSeatMaps(offerId: string): Promise<SeatMap[]> {
  const begun = Date.now()
  for (let tries = 0; ; tries++) {
    try {
      return await fetchSeatMaps(offerId)
    } catch (error) {
      const waitMs = waitAfter(error, tries)
      if (Math.max(waitMs, Date.now() - begun) > MOST_PATIENCE_MS) throw error
      await pause(waitMs)
    }
  }
}

/** How long to wait before the next try; endless where another one is no use. */
function waitAfter(error: unknown, tries: number) {
  if (!(error instanceof ApiError) || !error.isPassing) return NEVER
  // Without a connection the page says so, and asks once it is back.
  if (error.isUnreached && !navigator.onLine) return NEVER
  return Math.max(PAUSES_MS[tries] ?? NEVER, error.retryAfterMs)
}

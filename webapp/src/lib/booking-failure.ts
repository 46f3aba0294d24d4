import * as words from '@/messages/lib/bookings'
import * as offerWords from '@/messages/lib/countdown'
import { inServersWords } from './api/server-words'
import type { BookingRecord } from './api/types'

type Failure = NonNullable<BookingRecord['failure']>

/** Codes that say all there is to say. Nothing was taken from the card before any of them. */
const reasons: Record<string, string> = {
  PAYMENT_FAILED: words.notPaid,
  OFFER_EXPIRED: offerWords.offerExpired,
  PRICE_CHANGED: words.priceChanged,
}

/** What a page has to say about the money beside the reason: `said` means that the reason says it. */
type Money = 'not charged' | 'given back' | 'said'

/** Why a booking came to nothing. */
export const reasonOfFailure = ({ code, message }: Failure) =>
  reasons[code] ?? inServersWords(message) ?? words.notConfirmed

/**
 * What a failed booking means for its money. A refusal of the airline may come after the card was charged; the server
 * says in its sentence what became of that.
 */
export function moneyOfFailure({ code, message }: Failure): Money {
  if (code in reasons) return 'not charged'
  return inServersWords(message) ? 'said' : 'given back'
}

import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { Amount, CancellationQuote } from '@/lib/api/types'
import { useGet } from '@/lib/api/use-get'

const SHORTEST_QUOTE_MS = 10_000

/** A quote is asked for each time the dialog opens, and again when it has run out: it holds for minutes only. */
export function useCancellationQuote(bookingId: string) {
  const { data, error, isValidating, mutate } = useGet(apiPath('/api/bookings/{id}/cancellation', { id: bookingId }), {
    revalidateOnMount: true,
    dedupingInterval: 0,
    refreshInterval: (quote) => remainingMs(quote?.expiresAt),
  })
  // A failure stays while it is asked again: the button that asks must not vanish under the finger.
  return { quote: isValidating || error ? undefined : data, error, ask: mutate }
}

/** 0, never, where there is no end. */
function remainingMs(expiresAt = '') {
  const end = Date.parse(expiresAt)
  return Number.isNaN(end) ? 0 : Math.max(SHORTEST_QUOTE_MS, end - Date.now())
}

/** What the traveller agreed to: what goes back to the card, and what the airline gives as voucher or credit. */
export interface ShownRefund {
  refund: Amount | null
  credit: Amount | null
}

export const shownRefund = ({ refund, breakdown }: CancellationQuote): ShownRefund => ({
  refund,
  credit: breakdown?.credit ?? null,
})

/** The server cancels for no less than was `shown`. */
export function cancelBooking(id: string, shown?: ShownRefund) {
  if (!id) throw new Error('Booking ID is required')
  return request('POST', apiPath('/api/bookings/{id}/cancel', { id }), {
    body: shown,
    attempt: 'Unable to cancel booking:',
    fallback: 'Please try again later or contact customer support',
  })
}

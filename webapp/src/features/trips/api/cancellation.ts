import useSWR from 'swr'
import { type Amount, bookingKey } from '@/lib/api/bookings'
import { request } from '@/lib/api/client'

/** What a cancellation pays back now. Amounts are null where the airline names none: then it is done by phone. */
export interface CancellationQuote {
  available: boolean
  paid: Amount | null
  refund: Amount | null
  fareRefund: Amount | null
  markupRefund: Amount | null
  fee: Amount | null
  /** card, voucher or airline_credits. */
  refundTo: string | null
  expiresAt: string | null
}

export interface Cancelled {
  success: boolean
  message: string
  refund: Amount | null
  refundTo: string | null
}

const quoteKey = (id: string) => `${bookingKey(id)}/cancellation`

/** A quote is asked for each time the dialog opens: it holds for minutes only. */
export const useCancellationQuote = (id: string) =>
  useSWR<CancellationQuote, Error>(quoteKey(id), (path: string) => request<CancellationQuote>(path), {
    revalidateOnMount: true,
    dedupingInterval: 0,
  })

export function cancelBooking(id: string): Promise<Cancelled> {
  if (!id) throw new Error('Booking ID is required')
  return request<Cancelled>(`${bookingKey(id)}/cancel`, {
    method: 'POST',
    attempt: 'Unable to cancel booking:',
    fallback: 'Please try again later or contact customer support',
  })
}

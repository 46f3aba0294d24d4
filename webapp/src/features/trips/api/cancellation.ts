import useSWR from 'swr'
import { bookingKey } from '@/lib/api/bookings'
import { request } from '@/lib/api/client'
import type { BookingCancelled, CancellationQuote } from '@/lib/api/types'

const quoteKey = (id: string) => `${bookingKey(id)}/cancellation`

/** A quote is asked for each time the dialog opens: it holds for minutes only. */
export const useCancellationQuote = (id: string) =>
  useSWR<CancellationQuote, Error>(quoteKey(id), (path: string) => request<CancellationQuote>(path), {
    revalidateOnMount: true,
    dedupingInterval: 0,
  })

export function cancelBooking(id: string): Promise<BookingCancelled> {
  if (!id) throw new Error('Booking ID is required')
  return request<BookingCancelled>(`${bookingKey(id)}/cancel`, {
    method: 'POST',
    attempt: 'Unable to cancel booking:',
    fallback: 'Please try again later or contact customer support',
  })
}

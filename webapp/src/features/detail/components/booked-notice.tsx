'use client'
import useSWR from 'swr'
import { AppLink } from '@/components/ui/app-link'
import { Container } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { bookingKey, fetchBooking } from '@/lib/api/bookings'
import type { BookingRecord } from '@/lib/api/types'
import { useBookedOffer } from '@/lib/booked-offers'

/** Above an offer that this browser has booked: the way to that booking, instead of a second one. */
export function BookedNotice({ offerId, bookHref }: { offerId: string; bookHref: string }) {
  const { bookingId } = useBookedOffer(offerId)
  const { data } = useSWR<BookingRecord, Error>(bookingId && bookingKey(bookingId), () => fetchBooking(bookingId ?? ''))
  if (!data || data.status === 'failed') return null
  return (
    <Container pt="4">
      <Notice tone="success" role="status">
        <strong>You have booked this offer.</strong>{' '}
        <AppLink href={bookHref} prefetch={false}>
          See your booking
        </AppLink>
      </Notice>
    </Container>
  )
}

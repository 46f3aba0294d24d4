'use client'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { bookingKey } from '@/lib/api/bookings'
import { useHref } from '@/lib/use-navigate'

/** A trip on paper: flights, travellers, price and conditions as a PDF. */
export function ItineraryButton({ bookingId, size }: { bookingId: string; size?: 'lg' }) {
  return (
    <ButtonAnchor href={useHref(`${bookingKey(bookingId)}/itinerary.pdf`)} download variant="outline" size={size}>
      <Icon name="receipt" size="sm" />
      Itinerary (PDF)
    </ButtonAnchor>
  )
}

'use client'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { bookingKey } from '@/lib/api/bookings'
import { useHref } from '@/lib/use-navigate'
import * as words from '@/messages/components/trip/documents'

/** A trip on paper: flights, travellers, price and conditions as a PDF. */
export function ItineraryButton({ bookingId }: { bookingId: string }) {
  return (
    <ButtonAnchor href={useHref(`${bookingKey(bookingId)}/itinerary.pdf`)} download variant="outline">
      <Icon name="receipt" size="sm" />
      {words.itinerary}
    </ButtonAnchor>
  )
}

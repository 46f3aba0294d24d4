'use client'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { apiPath } from '@/lib/api/api-path'
import { useHref } from '@/lib/use-navigate'
import * as words from '@/messages/components/trip/documents'

/** A trip on paper: flights, travellers, price and conditions as a PDF. */
export function ItineraryButton({ bookingId }: { bookingId: string }) {
  return (
    <ButtonAnchor
      href={useHref(apiPath('/api/bookings/{id}/itinerary.pdf', { id: bookingId }))}
      download
      variant="outline"
    >
      <Icon name="receipt" size="sm" />
      {words.itinerary}
    </ButtonAnchor>
  )
}

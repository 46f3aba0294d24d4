'use client'
import { ButtonAnchor } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { apiPath } from '@/lib/api/api-path'
import { useHref } from '@/lib/use-navigate'
import * as words from '@/messages/components/trip/documents'

/** A trip's flights as a file that every calendar takes. */
export function CalendarButton({ bookingId }: { bookingId: string }) {
  return (
    <ButtonAnchor
      href={useHref(apiPath('/api/bookings/{id}/calendar.ics', { id: bookingId }))}
      download
      variant="outline"
    >
      <Icon name="calendar" size="sm" />
      {words.addToCalendar}
    </ButtonAnchor>
  )
}

import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import { sinceMoment } from '@/lib/dates'
import { shortReference } from '@/lib/short-reference'
import * as words from '@/messages/components/trip/earlier'

/** The same journey, bought before: nobody buys it a second time unawares. */
export const EarlierNotice = ({ trip }: { trip: EarlierTrip }) => (
  <Notice tone="warning" role="status">
    <EarlierWords trip={trip} />{' '}
    <AppLink href={trip.href} prefetch={false}>
      {words.seeBooking}
    </AppLink>
  </Notice>
)

export function EarlierWords({ trip: { booking } }: { trip: EarlierTrip }) {
  const since = sinceMoment(booking.createdAt)
  return (
    <strong>
      {booking.status === 'pending'
        ? words.sentBefore({ since })
        : words.bookedBefore({ reference: shortReference(booking.duffelBookingId), since })}
    </strong>
  )
}

/** The main way on, where the offer that stood there cannot be bought any more. */
export const SeeEarlier = ({ trip }: { trip: EarlierTrip }) => (
  <ButtonLink href={trip.href}>{words.seeBooking}</ButtonLink>
)

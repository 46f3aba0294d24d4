import { AppLink } from '@/components/ui/app-link'
import { Notice } from '@/components/ui/notice'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import { shortReference } from '@/lib/booked-trip'
import { sinceMoment } from '@/lib/dates'

/** The same journey, bought before: nobody buys it a second time unawares. */
export const EarlierNotice = ({ trip }: { trip: EarlierTrip }) => (
  <Notice tone="warning" role="status">
    <EarlierWords trip={trip} />
  </Notice>
)

export function EarlierWords({ trip: { booking, href } }: { trip: EarlierTrip }) {
  const since = sinceMoment(booking.createdAt)
  return (
    <>
      <strong>
        {booking.status === 'pending'
          ? `You sent a booking for these dates ${since}.`
          : `You booked ${shortReference(booking.duffelBookingId)} for these dates ${since}.`}
      </strong>{' '}
      <AppLink href={href} prefetch={false}>
        See your booking
      </AppLink>
    </>
  )
}

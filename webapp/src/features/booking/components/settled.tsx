import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { ticketOfRecord } from '../lib/ticket'
import { Confirmation } from './confirmation'
import { Failed } from './failed'
import { OpenTrip } from './open-trip'

interface Props {
  booking: BookingRecord
  offerId: string
  /** What its page carries of the search, as `searchCarried` gives it. */
  search: string
  /** As it was typed, where that is known: else the booking says it. */
  email?: string
  /** The traveller has seen it before: nothing is announced. */
  isEarlier?: boolean
  /** The traveller stopped its payment on this page. */
  isStopped?: boolean
  /** The offer's page is this one: it begins again. */
  onTryAgain?: () => void
}

/** A booking that has come to its end, whichever that is. */
export function Settled({ booking, email, isEarlier, ...failed }: Props) {
  if (booking.status === 'failed') return <Failed booking={booking} {...failed} />
  if (booking.status === 'cancelled') return <Cancelled bookingId={booking.id} />
  return (
    <Confirmation
      ticket={ticketOfRecord(booking)}
      email={email || (booking.mailedTo ?? '')}
      bookedAt={booking.createdAt}
      isEarlier={isEarlier}
    />
  )
}

function Cancelled({ bookingId }: { bookingId: string }) {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="You have cancelled this booking"
        level={1}
        actions={<OpenTrip bookingId={bookingId} />}
      >
        <p>Your trip shows what we refund. To fly after all, search again.</p>
      </Void>
    </Container>
  )
}

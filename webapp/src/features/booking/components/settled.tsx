import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { ticketOfRecord } from '../lib/ticket'
import { Confirmation } from './confirmation'
import { Failed } from './failed'

interface Props {
  booking: BookingRecord
  offerId: string
  /** What its page carries of the search, as `searchCarried` gives it. */
  search: string
  /** As it was typed, where that is known: else the booking says it. */
  email?: string
  /** The traveller has seen it before: nothing is announced. */
  isEarlier?: boolean
  /** The offer's page is this one: it begins again. */
  onTryAgain?: () => void
}

/** A booking that has come to its end, whichever that is. */
export function Settled({ booking, offerId, search, email, isEarlier, onTryAgain }: Props) {
  if (booking.status === 'failed')
    return <Failed booking={booking} offerId={offerId} search={search} onTryAgain={onTryAgain} />
  if (booking.status === 'cancelled') return <Cancelled />
  return (
    <Confirmation
      ticket={ticketOfRecord(booking)}
      email={email || (booking.mailedTo ?? '')}
      bookedAt={booking.createdAt}
      isEarlier={isEarlier}
    />
  )
}

function Cancelled() {
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title="You have cancelled this booking"
        level={1}
        actions={<ButtonLink href={routes.myTrips}>View My Trips</ButtonLink>}
      >
        <p>My Trips shows what is refunded. To fly after all, search again.</p>
      </Void>
    </Container>
  )
}

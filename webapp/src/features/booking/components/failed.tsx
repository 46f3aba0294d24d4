import { Button, ButtonLink } from '@/components/ui/button'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import { useTypedAgain } from '../hooks/use-typed-again'
import { bookingHref } from '../lib/booking-href'
import { BookingFrame } from './booking-frame'

interface Props {
  booking: BookingRecord
  offerId: string
  /** What its page carries of the search, as `searchCarried` gives it. */
  search: string
  /** The offer's page is this one: it begins again. */
  onTryAgain?: () => void
}

const PAYMENT_FAILED = 'PAYMENT_FAILED'

/** A booking that came to nothing: why, what it means for the money, and the way on with what was typed. */
export function Failed({ booking, offerId, search, onTryAgain }: Props) {
  const isKept = useTypedAgain(booking, offerId)
  const isCards = booking.failure?.code === PAYMENT_FAILED
  return (
    <BookingFrame step={2}>
      <Void
        drawing="broken"
        title="Booking Failed"
        level={1}
        role="alert"
        actions={
          <>
            {isCards && <TryAgain href={bookingHref(offerId, search)} onTryAgain={onTryAgain} />}
            <ButtonLink href={routes.home} variant={isCards ? 'outline' : undefined}>
              Search Flights
            </ButtonLink>
          </>
        }
      >
        <p>{booking.failure?.message ?? 'The airline could not confirm these flights.'}</p>
        <p>
          <strong>Nothing was charged.</strong> An amount your bank shows as reserved is released by itself.
        </p>
        {isKept && <p>What you typed is kept for the next flight, except passport and card.</p>}
      </Void>
    </BookingFrame>
  )
}

function TryAgain({ href, onTryAgain }: { href: string } & Pick<Props, 'onTryAgain'>) {
  const words = 'Try another card'
  return onTryAgain ? <Button onClick={onTryAgain}>{words}</Button> : <ButtonLink href={href}>{words}</ButtonLink>
}

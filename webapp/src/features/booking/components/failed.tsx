import { Button, ButtonLink } from '@/components/ui/button'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { payingHref } from '@/lib/booking-href'
import { routes } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import { writeAddress } from '@/lib/write-address'
import { useTypedAgain } from '../hooks/use-typed-again'
import { payAgain } from '../lib/draft'
import { saysNothingCharged } from '../lib/failure'
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
  const why = booking.failure?.message ?? 'The airline could not confirm these flights.'
  return (
    <BookingFrame step={2}>
      <Void
        drawing="broken"
        title="Booking Failed"
        level={1}
        role="alert"
        actions={
          <>
            {isCards && <TryAgain offerId={offerId} search={search} onTryAgain={onTryAgain} />}
            <ButtonLink href={routes.home} variant={isCards ? 'outline' : undefined}>
              Search Flights
            </ButtonLink>
          </>
        }
      >
        <p>{why}</p>
        <p>
          {!saysNothingCharged(why) && <strong>Nothing was charged.</strong>} An amount your bank shows as reserved is
          released by itself.
        </p>
        {isKept && <p>What you typed is kept{!isCards && ' for the next flight'}, except passport and card.</p>}
      </Void>
    </BookingFrame>
  )
}

/** Another card for the same flight: at its payment, where what was typed is still there. */
function TryAgain({ offerId, search, onTryAgain }: Omit<Props, 'booking'>) {
  const words = 'Try another card'
  const href = payingHref(offerId, search)
  if (!onTryAgain) {
    return (
      <ButtonLink href={href} onClick={() => payAgain(offerId)}>
        {words}
      </ButtonLink>
    )
  }
  const begin = () => {
    payAgain(offerId)
    writeAddress(routes.booking, withBrand(href))
    onTryAgain()
  }
  return <Button onClick={begin}>{words}</Button>
}

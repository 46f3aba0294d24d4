import { Button, ButtonLink } from '@/components/ui/button'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import type { BookingRecord } from '@/lib/api/types'
import { moneyOfFailure, reasonOfFailure, type ToldFailure } from '@/lib/booking-failure'
import { payingHref } from '@/lib/booking-href'
import { routes } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import { writeAddress } from '@/lib/write-address'
import * as failureWords from '@/messages/booking/failure'
import * as words from '@/messages/booking/outcome'
import * as buttons from '@/messages/lib/buttons'
import { useAttemptedOffer } from '../../hooks/attempted-offer'
import { hadPassports, useTypedAgain } from '../../hooks/use-typed-again'
import { remember } from '../../lib/draft-memory'
import { BookingFrame } from '../booking-frame'

interface Props {
  booking: BookingRecord
  /** The traveller stopped its payment on this page. */
  isStopped?: boolean
}

const PAYMENT_FAILED = 'PAYMENT_FAILED'

const failed = { drawing: 'broken', title: failureWords.booking, role: 'alert' } as const
const cancelled = { drawing: 'unfinished', title: words.paymentCancelled, role: 'status' } as const

/** A booking that came to nothing: why, what it means for the money, and the way on with what was typed. */
export function Failed({ booking, isStopped = false }: Props) {
  const { offerId, hasPassports } = useAttemptedOffer()
  const isKept = useTypedAgain(booking, offerId)
  const isCards = booking.failure?.code === PAYMENT_FAILED
  const isOwnWish = isStopped && isCards
  // Another card is for the same flight, whose passengers this page may still have as they were typed.
  const keptForCard = hasPassports || !hadPassports(booking) ? words.keptButCard : words.keptButPassportAndCard
  return (
    <BookingFrame step={2}>
      <Void
        {...(isOwnWish ? cancelled : failed)}
        level={1}
        actions={
          <>
            {isCards && <TryAgain />}
            <ButtonLink href={routes.home} variant={isCards ? 'outline' : undefined}>
              {buttons.searchFlights}
            </ButtonLink>
          </>
        }
      >
        {isOwnWish ? <p>{words.youCancelled}</p> : <Reason failure={booking.failure ?? {}} />}
        {isKept && <p>{isCards ? keptForCard : words.keptForNextFlight}</p>}
      </Void>
    </BookingFrame>
  )
}

/** A payment that failed holds nothing any more: it was refused, or its hold ended before the airline had answered. */
function Reason({ failure }: { failure: ToldFailure }) {
  return (
    <>
      <p>{reasonOfFailure(failure)}</p>
      <p>
        {strong(moneyOfFailure(failure) ?? words.moneyComesBack)}{' '}
        {failure.code !== PAYMENT_FAILED && words.holdDisappears}
      </p>
    </>
  )
}

/** Another card for the same flight: at its payment, where what was typed is still there. */
function TryAgain() {
  const { offerId, search, onTryAgain } = useAttemptedOffer()
  const href = payingHref(offerId, search)
  const noteTry = () => remember({ type: 'tried again', offerId })
  if (!onTryAgain) {
    return (
      <ButtonLink href={href} onClick={noteTry}>
        {words.tryAnotherCard}
      </ButtonLink>
    )
  }
  const begin = () => {
    noteTry()
    writeAddress(routes.booking, withBrand(href))
    onTryAgain()
  }
  return <Button onClick={begin}>{words.tryAnotherCard}</Button>
}

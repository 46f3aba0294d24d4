import { useSWRConfig } from 'swr'
import { Button, ButtonLink } from '@/components/ui/button'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import { offerKey } from '@/lib/api/offers'
import type { BookingRecord } from '@/lib/api/types'
import { isOfBags, moneyOfFailure, reasonOfFailure, type ToldFailure } from '@/lib/booking-failure'
import { bookingHref, payingHref } from '@/lib/booking-href'
import { routes } from '@/lib/routes'
import { withBrand } from '@/lib/use-navigate'
import { writeAddress } from '@/lib/write-address'
import * as failureWords from '@/messages/booking/failure'
import * as words from '@/messages/booking/outcome'
import * as buttons from '@/messages/lib/buttons'
import { useAttemptedOffer, useSearchHref } from '../../hooks/attempted-offer'
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
  const searchHref = useSearchHref()
  const isKept = useTypedAgain(booking, offerId)
  const isCards = booking.failure?.code === PAYMENT_FAILED
  const isBags = isOfBags(booking.failure ?? {})
  const isSameFlight = isCards || isBags
  const isOwnWish = isStopped && isCards
  // Another card, and other bags, are for the same flight, whose passengers this page may still have as they were typed.
  const keptForCard = hasPassports || !hadPassports(booking, offerId) ? words.keptButCard : words.keptButPassportAndCard
  return (
    <BookingFrame step={2}>
      <Void
        {...(isOwnWish ? cancelled : failed)}
        level={1}
        actions={
          <>
            {isCards && <AnotherCard />}
            {isBags && <OtherBags />}
            <ButtonLink href={searchHref} variant={isSameFlight ? 'outline' : undefined}>
              {buttons.searchFlights}
            </ButtonLink>
          </>
        }
      >
        {isOwnWish ? <p>{words.youCancelled}</p> : <Reason failure={booking.failure ?? {}} />}
        {isKept && <p>{isSameFlight ? keptForCard : words.keptForNextFlight}</p>}
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
function AnotherCard() {
  const { offerId, search } = useAttemptedOffer()
  const noteTry = () => remember({ type: 'tried again', offerId })
  return <TryAgain href={payingHref(offerId, search)} words={words.tryAnotherCard} onTry={noteTry} />
}

/** Other bags for the same flight: at its passengers, as they were typed. What it sells is read again. */
function OtherBags() {
  const { offerId, search } = useAttemptedOffer()
  const { mutate } = useSWRConfig()
  const forgetOffer = () => void mutate(offerKey(offerId), undefined, { revalidate: false })
  return <TryAgain href={bookingHref(offerId, search)} words={words.chooseBagsAgain} onTry={forgetOffer} />
}

interface TryProps {
  href: string
  words: string
  onTry?: () => void
}

function TryAgain({ href, words: label, onTry }: TryProps) {
  const { onTryAgain } = useAttemptedOffer()
  if (!onTryAgain) {
    return (
      <ButtonLink href={href} onClick={onTry}>
        {label}
      </ButtonLink>
    )
  }
  const begin = () => {
    onTry?.()
    writeAddress(routes.booking, withBrand(href))
    onTryAgain()
  }
  return <Button onClick={begin}>{label}</Button>
}

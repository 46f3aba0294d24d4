'use client'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { Container } from '@/components/ui/layout'
import { Void } from '@/components/ui/void'
import { searchReturn } from '@/lib/search-return'
import { usePageTop } from '@/lib/use-page-top'
import * as words from '@/messages/booking/flow'
import * as buttons from '@/messages/lib/buttons'
import { useCardDocument } from '../hooks/use-card-document'
import { useStandingOffer } from '../hooks/use-standing-offer'
import { BookingFrame } from './booking-frame'
import { BookingOf } from './booking-of'
import { Confirming } from './confirming'
import { Loading, LoadingSummary } from './states'

/** Shown while the script of the answer loads: a traveler who has just agreed to pay must not see an empty page. */
const Returning = () => (
  <BookingFrame step={2}>
    <Confirming title={words.bankAnswerTitle} progress={words.bankAnswerProgress} />
  </BookingFrame>
)

const ReturnedBooking = dynamic(() => import('./outcome/returned-booking').then((module) => module.ReturnedBooking), {
  ssr: false,
  loading: Returning,
})

/** The address names the offer to book, or the payment whose cardholder their bank sends back. */
export function BookingPage() {
  usePageTop()
  const params = useSearchParams()
  const { offerId, key, replace } = useStandingOffer(params.get('offer'))
  const mayBeShown = useCardDocument()
  if (offerId && !mayBeShown) {
    return (
      <BookingFrame step={0} aside={<LoadingSummary />}>
        <Loading />
      </BookingFrame>
    )
  }
  if (offerId) return <BookingOf key={key} offerId={offerId} onReplaced={replace} />
  const paymentId = params.get('payment')
  if (paymentId) return <ReturnedBooking paymentId={paymentId} />
  return (
    <Container py="10">
      <Void
        drawing="unfinished"
        title={words.offerNotFound}
        level={1}
        actions={<ButtonLink href={searchReturn(new URLSearchParams(params))}>{buttons.backToResults}</ButtonLink>}
      >
        <p>{words.chooseAnotherFlight}</p>
      </Void>
    </Container>
  )
}

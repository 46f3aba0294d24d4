'use client'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { replacementOf, useOffer } from '@/lib/api/offers'
import { useSuccessor } from '@/lib/api/use-successor'
import { rememberBooking, useBookedOffer } from '@/lib/booked-offers'
import { searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import type { Booked } from '../hooks/use-booking'
import { BookingFlow } from './booking-flow'
import { BookingFrame } from './booking-frame'
import type { Outcome } from './ending'
import { Ending } from './later-steps'
import { LoadError, Loading, LoadingSummary } from './states'

const EarlierBooking = dynamic(() => import('./earlier-booking').then((module) => module.EarlierBooking), {
  ssr: false,
})

/** Another offer has taken the place of this one. */
type OnReplaced = (offerId: string) => void
type OnBooked = (answer: BookingAnswer, booked: Booked) => void

/** The booking of one offer, from the passengers to the ticket. An offer that is booked already shows its booking. */
export function BookingOf({ offerId, onReplaced }: { offerId: string; onReplaced: OnReplaced }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { bookingId, forget } = useBookedOffer(offerId)

  const onBooked: OnBooked = (answer, booked) => {
    // The bank may ask only after this answer, and leads back to the payment.
    rememberBooking(offerId, answer.id, booked.paymentId)
    setOutcome({ answer, booked })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  const startAnew = () => {
    forget()
    setOutcome(null)
  }
  if (outcome) return <Ending {...outcome} offerId={offerId} onTryAgain={startAnew} />
  if (bookingId) return <EarlierBooking offerId={offerId} bookingId={bookingId} onForget={forget} />
  return <OpenOffer offerId={offerId} onBooked={onBooked} onReplaced={onReplaced} />
}

interface OpenProps {
  offerId: string
  onBooked: OnBooked
  onReplaced: OnReplaced
}

function OpenOffer({ offerId, onBooked, onReplaced }: OpenProps) {
  const params = useSearchParams()
  const { data: offer, error, mutate, isValidating } = useOffer(offerId)
  const successor = useSuccessor(replacementOf(error), onReplaced)
  if (offer) {
    const onPriceChanged = () => void mutate()
    return <BookingFlow offer={offer} onBooked={onBooked} onPriceChanged={onPriceChanged} onReplaced={onReplaced} />
  }
  return (
    <BookingFrame step={0} aside={!error && <LoadingSummary />}>
      {error ? (
        <LoadError
          error={error}
          backHref={searchReturn(new URLSearchParams(params))}
          isTrying={isValidating}
          onRetry={() => void mutate()}
          successor={successor}
        />
      ) : (
        <Loading />
      )}
    </BookingFrame>
  )
}

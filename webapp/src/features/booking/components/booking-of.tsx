'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { replacementOf, useOffer } from '@/lib/api/offers'
import { useSuccessor } from '@/lib/api/use-successor'
import { rememberBooking, useBookedOffer } from '@/lib/booked-offers'
import { leaveFor } from '@/lib/leave-for'
import { searchReturn } from '@/lib/search-return'
import type { BookingAnswer } from '../api/create-booking'
import type { Booked } from '../hooks/use-booking'
import { ticketOf } from '../lib/ticket'
import { BookingFlow } from './booking-flow'
import { BookingFrame } from './booking-frame'
import { Confirmation } from './confirmation'
import { EarlierBooking } from './earlier-booking'
import { Pending } from './pending'
import { LoadError, Loading } from './states'

interface Outcome {
  answer: BookingAnswer
  booked: Booked
}

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
    <BookingFrame step={0}>
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

interface EndingProps extends Outcome {
  offerId: string
  onTryAgain: () => void
}

function Ending({ answer, booked, offerId, onTryAgain }: EndingProps) {
  const email = booked.passengers[0]?.email ?? ''
  const bank = bankOf(answer)
  useEffect(() => {
    if (bank) leaveFor(bank)
  }, [bank])
  if ('duffelBookingId' in answer) {
    return <Confirmation ticket={ticketOf(booked, answer)} email={email} account={answer.accountInfo} />
  }
  return <Pending bookingId={answer.id} offerId={offerId} email={email} bank={bank} onTryAgain={onTryAgain} />
}

/** Where the cardholder's bank asks him, if it does. */
const bankOf = (answer: BookingAnswer) => ('action_url' in answer ? answer.action_url : null)

'use client'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useCallback, useState } from 'react'
import { Container } from '@/components/ui/layout'
import { replacementOf, useOffer } from '@/lib/api/offers'
import { useEarlierTrip } from '@/lib/api/use-earlier-trip'
import { useReplacement } from '@/lib/api/use-replacement'
import { rememberBooking, useBookedOffer } from '@/lib/booked-offers'
import { searchCarried } from '@/lib/booking-href'
import { searchReturn } from '@/lib/search-return'
import { forgetSent, useSentOrder } from '@/lib/sent-orders'
import { useRetry } from '@/lib/use-retry'
import { useStandingFailure } from '@/lib/use-standing-failure'
import type { BookingAnswer } from '../api/create-booking'
import { AttemptedOfferContext } from '../hooks/attempted-offer'
import type { Booked } from '../hooks/use-booking'
import { BookingFlow } from './booking-flow'
import { BookingFrame } from './booking-frame'
import { Ending } from './later-steps'
import type { Outcome } from './outcome/ending'
import { isUnknown, LoadError, Loading, LoadingSummary } from './states'

const EarlierBooking = dynamic(() => import('./outcome/earlier-booking').then((module) => module.EarlierBooking), {
  ssr: false,
})
const LostAnswer = dynamic(() => import('./outcome/lost-answer').then((module) => module.LostAnswer), { ssr: false })

/** Another offer has taken the place of this one. */
type OnReplaced = (offerId: string) => void
type OnBooked = (answer: BookingAnswer, booked: Booked) => void

/**
 * The booking of one offer, from the passengers to the ticket. An offer that is booked already shows its booking, and
 * one that was sent to be booked what became of that: neither is offered again before it is known.
 */
export function BookingOf({ offerId, onReplaced }: { offerId: string; onReplaced: OnReplaced }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [triedFor, setTriedFor] = useState<Booked['passengers'] | null>(null)
  // What this page itself has sent it waits for itself.
  const [isHeld, setHeld] = useState(false)
  const search = searchCarried(new URLSearchParams(useSearchParams()))
  const { bookingId, forget } = useBookedOffer(offerId)
  const { sent, isNews, onFound, onNever } = useSent(offerId, search)

  const onBooked: OnBooked = (answer, booked) => {
    // The bank may ask only after this answer, and leads back to the payment.
    rememberBooking(offerId, answer.id, { paymentId: booked.paymentId, search })
    setOutcome({ answer, booked })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }

  const startAnew = (tried: Booked) => {
    setTriedFor(tried.passengers)
    forget()
    setOutcome(null)
  }
  if (outcome) {
    const { booked } = outcome
    const email = booked.passengers[0]?.email
    const onTryAgain = () => startAnew(booked)
    return (
      <AttemptedOfferContext value={{ offerId, search, email, hasPassports: true, onTryAgain }}>
        <Ending {...outcome} />
      </AttemptedOfferContext>
    )
  }
  if (bookingId) {
    return (
      <AttemptedOfferContext value={{ offerId, search, onTryAgain: forget }}>
        <EarlierBooking bookingId={bookingId} isNews={isNews} onForget={forget} />
      </AttemptedOfferContext>
    )
  }
  if (sent && !isHeld) return <LostAnswer order={sent} onFound={onFound} onNever={onNever} />
  return <OpenOffer {...{ offerId, triedFor, onBooked, onReplaced }} onHeld={setHeld} />
}

/** The unanswered booking of an offer, and what follows from its answer. */
function useSent(offerId: string, search: string) {
  const sent = useSentOrder(offerId)
  const [answer, setAnswer] = useState<'found' | 'never' | null>(null)
  const { key = '', paymentId = '' } = sent ?? {}

  const onFound = useCallback(
    (bookingId: string) => {
      rememberBooking(offerId, bookingId, { paymentId, search })
      forgetSent(key)
      setAnswer('found')
    },
    [offerId, key, paymentId, search],
  )
  const onNever = () => {
    forgetSent(key)
    setAnswer('never')
  }
  return { sent, isNews: answer === 'found', onFound, onNever }
}

interface OpenProps {
  offerId: string
  /** Who traveled in an earlier try at it, passports too. */
  triedFor: Booked['passengers'] | null
  onBooked: OnBooked
  onReplaced: OnReplaced
  onHeld: (isHeld: boolean) => void
}

function OpenOffer({ offerId, onReplaced, ...rest }: OpenProps) {
  const params = new URLSearchParams(useSearchParams())
  const { data: offer, error: failure, mutate } = useOffer(offerId)
  const { isTrying, retry } = useRetry(mutate)
  const error = useStandingFailure(failure, isTrying)
  const earlier = useEarlierTrip(offerId, params)
  const replacement = useReplacement(offerId, replacementOf(error), onReplaced)
  if (offer) {
    const onPriceChanged = () => void mutate()
    return <BookingFlow offer={offer} onPriceChanged={onPriceChanged} onReplaced={onReplaced} {...rest} />
  }
  if (error) {
    const failed = (
      <LoadError
        error={error}
        backHref={searchReturn(params)}
        isTrying={isTrying}
        onRetry={retry}
        earlier={earlier}
        replacement={replacement}
      />
    )
    // Of a flight that is unknown no step is begun.
    return isUnknown(error) ? <Container py="10">{failed}</Container> : <BookingFrame step={0}>{failed}</BookingFrame>
  }
  return (
    <BookingFrame step={0} aside={<LoadingSummary />}>
      <Loading />
    </BookingFrame>
  )
}

'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { OFFER_EXPIRED, type Verification } from '@/lib/api/offers'
import { useSystemMode } from '@/lib/api/system-mode'
import { pause } from '@/lib/pause'
import { forgetSent, noteSent } from '@/lib/sent-orders'
import { type BookingAnswer, type BookingRequest, createBooking } from '../api/create-booking'
import { type Order, processCard } from '../api/process-card'
import { isClosed, mayBeBooked } from '../lib/attempt'
import type { CardMeans } from '../lib/card-means'
import { type Failure, failureOf, refusal } from '../lib/failure'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { useAttempt } from './use-attempt'

const AFTER_PAYMENT_MS = 500
const BEFORE_BOOKING_MS = 300
const RESET_MS = 800

export type Phase = 'idle' | 'checking' | 'paying' | 'booking'

interface Options {
  order: Order
  party: readonly PartyMember[]
  passengers: readonly PassengerFields[]
  checkOffer: () => Promise<Verification>
  onPriceChanged: (price: NonNullable<Failure['price']>) => void
  onBooked: (answer: BookingAnswer, paymentId: string) => void
}

/** Pays and books: the offer is checked, the card authorised, the booking made, each once. */
export function usePayment({ order, party, passengers, checkOffer, onPriceChanged, onBooked }: Options) {
  const mode = useSystemMode()
  const [phase, setPhase] = useState<Phase>('idle')
  const { attempt, tell } = useAttempt()
  const { keys } = attempt

  const fail = (failure: Failure) => {
    tell({ type: 'failed', failure })
    // The end of the offer is told by who watches it.
    if (failure.kind === 'expired') return
    if (failure.kind === 'price' && failure.price) onPriceChanged(failure.price)
    void notify({ type: 'error', title: failure.title, description: failure.message })
  }

  const book = async (request: BookingRequest, isRepeat = false) => {
    const { key, paymentId } = request
    const onSend = () => noteSent({ offerId: request.order.offerId, key, paymentId, sentAt: Date.now() })
    setPhase('booking')
    tell({ type: 'order sent', request })
    try {
      const answer = await createBooking(request, { isRepeat, onSend })
      tell({ type: 'booked' })
      onBooked(answer, paymentId)
      forgetSent(key)
    } catch (error) {
      const failure = failureOf(error)
      fail(failure.kind === 'payment' ? { ...failure, title: 'Card Payment Failed' } : failure)
      if (failure.kind === 'unanswered') return
      forgetSent(key)
      // While it was open the offer was no loss: now it counts again whether it stands.
      void checkOffer()
    }
  }

  /** `takeCard` is the card's own check, which comes after the offer's: null where the card is not to be paid with. */
  const pay = async (takeCard: () => CardMeans | null | Promise<CardMeans | null>) => {
    setPhase('checking')
    tell({ type: 'pressed' })
    const offer = await checkOffer()
    if (offer.isGone) {
      fail(refusal(OFFER_EXPIRED, offer.message))
      return setPhase('idle')
    }
    if (!offer.isValid) warnUnverified()
    setPhase('paying')
    const card = await takeCard()
    if (!card) return setPhase('idle')
    tell({ type: 'card sent' })
    const paid = await processCard(order, card, mode, { key: keys.payment, isRepeat: attempt.at === 'card open' })
    if ('failure' in paid) fail(paid.failure)
    else {
      await pause(AFTER_PAYMENT_MS + BEFORE_BOOKING_MS)
      // Goes out even when the offer is gone by now: only the server's refusal gives the card back.
      await checkOffer()
      await book({ order, party, passengers, paymentId: paid.paymentId, mode, key: keys.booking })
    }
    await pause(RESET_MS)
    setPhase('idle')
  }

  /** Asks for the answer that did not come: the same request, the same key, no second charge. */
  const resume = async () => {
    if (attempt.at !== 'order open') return
    await book(attempt.request, true)
    setPhase('idle')
  }

  return {
    mode,
    phase,
    failure: attempt.failure,
    /** Nothing can be changed or left: something is on its way, or may have arrived. */
    isHeld: phase !== 'idle' || mayBeBooked(attempt),
    isClosed: isClosed(attempt),
    /** What was paid with is on its way, or has bought the offer. */
    mayBeOurs: phase === 'paying' || mayBeBooked(attempt),
    pay,
    resume,
    restart: () => tell({ type: 'other offer' }),
    changeOrder: () => tell({ type: 'other order' }),
    changeCard: () => tell({ type: 'other card' }),
  }
}

function warnUnverified() {
  void notify({
    type: 'warning',
    title: 'Offer Validation Failed',
    description: 'Unable to verify offer validity. Please try again.',
  })
}

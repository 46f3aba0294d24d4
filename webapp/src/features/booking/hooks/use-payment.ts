'use client'
import { useRef, useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { OFFER_EXPIRED, type Verification } from '@/lib/api/offers'
import { useSystemMode } from '@/lib/api/system-mode'
import { pause } from '@/lib/pause'
import { randomUuid } from '@/lib/random-uuid'
import { type BookingAnswer, type BookingRequest, createBooking } from '../api/create-booking'
import { type Order, processCard } from '../api/process-card'
import type { CardMeans } from '../lib/card-means'
import { type Failure, failureOf, refusal } from '../lib/failure'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'

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
  const [failure, setFailure] = useState<Failure | null>(null)
  const [keys, setKeys] = useState(newKeys)
  const unanswered = useRef<BookingRequest | null>(null)

  const fail = (next: Failure) => {
    // Without an answer the attempt is still open: only its own keys lead back to it.
    if (!isOpen(next)) setKeys(newKeys())
    setFailure(next)
    // The end of the offer is told by who watches it.
    if (next.kind === 'expired') return
    if (next.kind === 'price' && next.price) onPriceChanged(next.price)
    void notify({ type: 'error', title: next.title, description: next.message })
  }

  const book = async (request: BookingRequest, isRepeat = false) => {
    setPhase('booking')
    try {
      const answer = await createBooking(request, isRepeat)
      unanswered.current = null
      onBooked(answer, request.paymentId)
    } catch (error) {
      const next = failureOf(error)
      unanswered.current = next.kind === 'unanswered' ? request : null
      fail(next.kind === 'payment' ? { ...next, title: 'Card Payment Failed' } : next)
    }
  }

  /** `takeCard` is the card's own check, which comes after the offer's: null where the card is not to be paid with. */
  const pay = async (takeCard: () => CardMeans | null | Promise<CardMeans | null>) => {
    setPhase('checking')
    setFailure(null)
    const offer = await checkOffer()
    if (offer.isGone) {
      fail(refusal(OFFER_EXPIRED, offer.message))
      return setPhase('idle')
    }
    if (!offer.isValid) warnUnverified()
    setPhase('paying')
    const card = await takeCard()
    if (!card) return setPhase('idle')
    const paid = await processCard(order, card, mode, { key: keys.payment, isRepeat: failure?.kind === 'away' })
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
    if (!unanswered.current) return
    setFailure(null)
    await book(unanswered.current, true)
    setPhase('idle')
  }

  /** Another offer is another attempt, whatever became of this one's. */
  const restart = () => {
    setKeys(newKeys())
    setFailure(null)
  }

  /** What the airline refused stays refused, whatever is typed. */
  const clearFailure = () => {
    changeCard()
    setFailure((last) => (last?.kind === 'refused' ? last : null))
  }

  /** Another card is another attempt; the same one goes on with the attempt that nobody answered. */
  const changeCard = () => {
    if (failure?.kind !== 'away') return
    setKeys(newKeys())
    setFailure(null)
  }

  return { mode, phase, failure, pay, resume, restart, clearFailure, changeCard }
}

const isOpen = ({ kind }: Failure) => kind === 'unanswered' || kind === 'away'

/** One pair for each attempt: a repeat under the same keys is the same attempt. */
const newKeys = () => ({ payment: randomUuid(), booking: randomUuid() })

function warnUnverified() {
  void notify({
    type: 'warning',
    title: 'Offer Validation Failed',
    description: 'Unable to verify offer validity. Please try again.',
  })
}

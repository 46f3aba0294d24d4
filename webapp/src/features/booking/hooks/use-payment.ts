'use client'
import { useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { BRIEFLY_MS } from '@/lib/api/offers'
import { useAskMode, useSystemMode } from '@/lib/api/system-mode'
import { pause } from '@/lib/pause'
import { useHasRunOut } from '@/lib/use-countdown'
import { useBackOnline } from '@/lib/use-online'
import * as words from '@/messages/booking/offer'
import { loadPayment } from '../api/load-payment'
import type { Order } from '../api/process-card'
import { isClosed, mayBeBooked } from '../lib/attempt'
import type { CardMeans } from '../lib/card-means'
import type { Failure } from '../lib/failure'
import type { PassengerFields } from '../lib/passenger-form'
import type { PartyMember } from '../lib/passengers'
import { useAttempt } from './use-attempt'
import { useIsLate } from './use-is-late'
import { type OrderOptions, useOrder } from './use-order'

const AFTER_PAYMENT_MS = 500
const BEFORE_BOOKING_MS = 300
const RESET_MS = 800

/** `working` is work that the server asks for before it takes the card, to see that no robot pays. */
export type Phase = 'idle' | 'checking' | 'paying' | 'working' | 'booking'

/** What is going on, and whether its last call went unanswered. */
interface Stage {
  phase: Phase
  isUnheard: boolean
}
const idle: Stage = { phase: 'idle', isUnheard: false }

interface Options extends OrderOptions {
  order: Order
  party: readonly PartyMember[]
  passengers: readonly PassengerFields[]
}

/** Pays and books: the offer is checked, the card authorised, the booking made, each once. */
export function usePayment({ order, party, passengers, ...on }: Options) {
  const shown = useSystemMode()
  const askMode = useAskMode()
  const [{ phase, isUnheard }, setStage] = useState<Stage>(idle)
  const setPhase = (next: Phase) => setStage({ phase: next, isUnheard: false })
  const onUnheard = () => setStage((last) => ({ ...last, isUnheard: true }))
  /** Whatever came of the last call, nothing is waited for: its outcome has the focus. */
  const onOver = () => setStage((last) => ({ ...last, isUnheard: false }))
  const { attempt, tell } = useAttempt()
  const { fail, book } = useOrder(tell, { ...on, onUnheard })
  const { keys, failure } = attempt
  const retryAt = failure?.retryAt ?? null
  const mayRetry = useHasRunOut(retryAt)
  // Who asks again goes on reading that there was no answer.
  const isLate = useIsLate(phase === 'booking' && failure === null)

  const stop = (failure: Failure) => {
    fail(failure)
    setPhase('idle')
  }

  /** `takeCard` is the card's own check, which comes after the offer's: null where the card is not to be paid with. */
  const pay = async (takeCard: () => CardMeans | null | Promise<CardMeans | null>) => {
    // Asks for the answer that the card's call did not bring: only the same key leads to it, so nothing new stops it.
    const isRepeat = attempt.at === 'card open'
    setPhase('checking')
    tell({ type: 'pressed' })
    const { processCard, stopBefore, switched } = await loadPayment()
    const offer = await on.checkOffer()
    const reason = stopBefore(offer, isRepeat)
    if (reason) return stop(reason)
    // The card's fields are those of the mode shown, which may have been switched since.
    const mode = isRepeat ? shown : ((await askMode()) ?? { ...shown, known: false })
    if (mode.mode !== shown.mode) return stop(switched)
    if (!offer.isValid) warnUnverified()
    setPhase('paying')
    const card = await takeCard()
    if (!card) return setPhase('idle')
    tell({ type: 'card sent' })
    const onWork = (isWorking: boolean) => setPhase(isWorking ? 'working' : 'paying')
    const paid = await processCard(order, card, mode, { key: keys.payment, isRepeat, onUnheard, onWork })
    if ('failure' in paid) fail(paid.failure)
    else {
      await pause(AFTER_PAYMENT_MS + BEFORE_BOOKING_MS)
      // Goes out even when the offer is gone by now: only the server's refusal gives the card back. The server checks
      // again, so that a slow airline holds up nobody who has paid.
      await on.checkOffer(BRIEFLY_MS)
      setPhase('booking')
      await book({ order, party, passengers, paymentId: paid.paymentId, mode, key: keys.booking })
    }
    onOver()
    await pause(RESET_MS)
    setPhase('idle')
  }

  /** Asks for the answer that did not come: the same request, the same key, no second charge. */
  const resume = async () => {
    if (attempt.at !== 'order open') return
    setPhase('booking')
    await book(attempt.request, true)
    setPhase('idle')
  }
  useBackOnline(attempt.at === 'order open' && phase === 'idle', () => void resume())

  return {
    mode: shown,
    phase,
    /** What was sent last is not answered yet, and asked for again. */
    isUnheard,
    /** The airline has not answered the booking for a while. */
    isLate,
    failure,
    /** No card is looked at before the instant that the failure names. */
    isHalted: retryAt !== null && !mayRetry,
    /** Nothing can be changed or left: something is on its way, or may have arrived. */
    isHeld: phase !== 'idle' || mayBeBooked(attempt),
    isClosed: isClosed(attempt),
    /** What was paid with is on its way, or has bought the offer. */
    mayBeOurs: phase === 'paying' || phase === 'working' || mayBeBooked(attempt),
    pay,
    resume,
    restart: () => tell({ type: 'other offer' }),
    changeOrder: () => tell({ type: 'other order' }),
    changeCard: () => tell({ type: 'other card' }),
  }
}

function warnUnverified() {
  void notify({ type: 'warning', title: words.unverifiedTitle, description: words.unverifiedAtPayment })
}

'use client'
import { useEffect } from 'react'
import { OFFER_EXPIRED, type Verification } from '@/lib/api/offers'
import { LEAVE_AFTER_POLL_MS, LEAVE_AFTER_SUBMIT_MS, type useExpiry } from './use-expiry'
import type { usePayment } from './use-payment'
import type { Step } from './use-step'

interface Options {
  step: Step
  verification: Verification | null
  check: () => Promise<Verification>
  payment: Pick<ReturnType<typeof usePayment>, 'phase' | 'failure' | 'mayBeOurs'>
  expiry: Pick<ReturnType<typeof useExpiry>, 'leave'>
}

/** Whether the offer is gone, and what follows from it where the traveller was about to pay. */
export function useGone({ step, verification, check, payment, expiry: { leave } }: Options) {
  const { phase, failure, mayBeOurs } = payment
  const isKnown = verification?.isGone === true
  // The check before paying may be answered from memory; what the payment itself meets is newer.
  const isRefused = failure?.kind === 'expired'
  // An order that is on its way, or may be, takes the offer: that is no loss, and nothing may be bought in its place.
  const isGone = !mayBeOurs && (isKnown || isRefused)
  const isLost = isGone && !verification?.replacement
  const code = isRefused ? OFFER_EXPIRED : (verification?.code ?? '')
  const afterMs = isRefused ? LEAVE_AFTER_SUBMIT_MS : LEAVE_AFTER_POLL_MS

  useEffect(() => {
    if (isLost && phase === 'idle' && step === 'payment') leave(afterMs, code)
  }, [isLost, phase, step, leave, afterMs, code])

  // Only the check names a replacement.
  useEffect(() => {
    if (isRefused && !isKnown) void check()
  }, [isRefused, isKnown, check])

  return isGone
}

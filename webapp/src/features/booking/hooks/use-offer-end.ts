'use client'
import type { Offer } from '@/lib/api/types'
import type { useOfferValidity } from '@/lib/api/use-offer-validity'
import type { SeatChoice } from '../lib/seat-choices'
import { useExpiry } from './use-expiry'
import { useExpiryWarning } from './use-expiry-warning'
import { useGone } from './use-gone'
import type { usePayment } from './use-payment'
import { useReplacementToast } from './use-replacement-toast'
import type { Step } from './use-step'
import { type Succession, useSuccession } from './use-succession'

interface Options {
  offer: Offer
  step: Step
  validity: ReturnType<typeof useOfferValidity>
  payment: ReturnType<typeof usePayment>
  seats: readonly SeatChoice[]
  /** Where who has lost their offer looks for another flight. */
  searchHref: string
  /** The booking goes on with another offer. */
  onReplaced: (offerId: string, succession: Succession) => void
}

/** Until when the offer stands, and how the traveller goes on from its end: to their search, or with its replacement. */
export function useOfferEnd({ offer, step, validity, payment, seats, searchHref, onReplaced }: Options) {
  const { verification, check } = validity
  const expiresAt = verification?.expiresAt ?? offer.expires_at
  useExpiryWarning(expiresAt)

  const expiry = useExpiry(searchHref, Boolean(verification?.replacement))
  const isGone = useGone({ step, verification, check, payment, expiry })
  const replacement = (isGone && verification?.replacement) || null
  useReplacementToast(offer.price, replacement, expiresAt)
  const { successor, succession, endSuccession } = useSuccession({
    replacement,
    current: { before: offer.price, hasLostSeats: seats.length > 0 },
    onReplaced: (offerId, lost) => {
      onReplaced(offerId, lost)
      payment.restart()
      expiry.restart()
    },
  })
  return {
    expiresAt,
    expiry,
    isGone,
    /** The server does not sell the offer: no card is asked for. */
    isRefused: verification?.isRefused === true && !payment.mayBeOurs,
    /** What can be booked in the place of an offer that is gone. */
    successor,
    /** Set once that has happened, until the traveller goes on. */
    succession,
    endSuccession,
  }
}

'use client'
import { clearToasts } from '@/components/ui/toast/lazy-store'
import type { Offer } from '@/lib/api/types'
import type { useOfferValidity } from '@/lib/api/use-offer-validity'
import { useReplacement } from '@/lib/api/use-replacement'
import { useExpiry } from './use-expiry'
import { useExpiryWarning } from './use-expiry-warning'
import { useGone } from './use-gone'
import type { usePayment } from './use-payment'
import { useReplacementToast } from './use-replacement-toast'
import type { Step } from './use-step'

interface Options {
  offer: Offer
  step: Step
  validity: ReturnType<typeof useOfferValidity>
  payment: ReturnType<typeof usePayment>
  /** Where a traveler who has lost their offer looks for another flight. */
  searchHref: string
  /** The booking goes on with another offer; everything typed stays where it stands. */
  onReplaced: (offerId: string) => void
}

/** Until when the offer stands, and how the traveler goes on from its end: to their search, or with its replacement. */
export function useOfferEnd({ offer, step, validity, payment, searchHref, onReplaced }: Options) {
  const { verification, check } = validity
  const expiresAt = verification?.expiresAt ?? offer.expires_at
  useExpiryWarning(expiresAt)

  const expiry = useExpiry(searchHref, Boolean(verification?.replacement))
  const isGone = useGone({ step, verification, check, payment, expiry })
  const offered = (isGone && verification?.replacement) || null
  useReplacementToast(offer.price, offered, expiresAt)
  const replacement = useReplacement(offer.id, offered, (offerId) => {
    onReplaced(offerId)
    payment.restart()
    expiry.restart()
    // The page says that the booking goes on: a toast still tells of the end.
    void clearToasts()
  })
  return {
    verification,
    expiresAt,
    expiry,
    isGone,
    /** The server does not sell the offer: no card is asked for. */
    isRefused: verification?.isRefused === true && !payment.mayBeOurs,
    /** What can be booked in the place of an offer that is gone. */
    replacement,
  }
}

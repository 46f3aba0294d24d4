'use client'
import { type RefObject, useCallback } from 'react'
import type { Offer } from '@/lib/api/types'
import { useOfferValidity } from '@/lib/api/use-offer-validity'
import { type ReplacementOffer, useReplacement } from '@/lib/api/use-replacement'
import { useHasRunOut } from '@/lib/use-countdown'
import { showOffer } from '../lib/show-offer'

const POLL_MS = 30_000

/** How one gets from the page of an offer to its booking. */
export interface WayOn {
  href: string
  isExpired: boolean
  /** Of an expired offer: what can be had in its place. */
  replacement: ReplacementOffer | null
}

/** Watches the offer that a traveller stands on. `next` takes the focus when a replacement takes its place. */
export function useWayOn(offer: Offer, href: string, next: RefObject<HTMLElement | null>): WayOn {
  const hasRunOut = useHasRunOut(offer.expires_at)
  const { verification } = useOfferValidity(offer.id, POLL_MS, offer.expires_at)
  const onTaken = useCallback(
    (offerId: string) => {
      showOffer(offerId)
      next.current?.focus({ preventScroll: true })
    },
    [next],
  )
  const replacement = useReplacement(offer.id, verification?.replacement ?? null, onTaken)
  return { href, isExpired: hasRunOut || verification?.isGone === true, replacement }
}

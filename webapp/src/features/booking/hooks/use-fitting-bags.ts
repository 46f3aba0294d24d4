'use client'
import { useMemo } from 'react'
import type { Offer } from '@/lib/api/types'
import { fitBags, soldBags } from '../lib/bag-choices'
import type { BookingState } from '../lib/booking-state'
import type { PartyMember } from '../lib/passengers'

/**
 * The chosen bags as the offer sells them now, with every bag that it sells. An offer that was read again, or that has
 * taken another's place, has its own: what differs is known from this alone, whatever has changed the offer.
 */
export const useFittingBags = (offer: Offer, party: readonly PartyMember[], kept: BookingState['bags']) =>
  useMemo(() => {
    const sold = soldBags(offer, party)
    return { sold, ...fitBags(kept, sold) }
  }, [offer, party, kept])

export type FittingBags = ReturnType<typeof useFittingBags>

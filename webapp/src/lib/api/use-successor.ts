'use client'
import { noteChosenAt } from '../shown-prices'
import type { Price, Replacement } from './types'
import { useOpenOffer } from './use-open-offer'

/** The same flights on the same fare under another offer, and the way there. */
export interface Successor {
  price: Price
  isOpening: boolean
  hasFailed: boolean
  take: () => void
}

/** Where an offer that is gone has a replacement. `onTaken` puts that in its place. */
export function useSuccessor(replacement: Replacement | null, onTaken: (offerId: string) => void): Successor | null {
  const { open, opening, failed } = useOpenOffer(onTaken)
  if (!replacement) return null
  const { offer_id: id, price } = replacement
  const take = () => {
    noteChosenAt(id, price)
    void open(id)
  }
  return { price, isOpening: opening === id, hasFailed: failed === id, take }
}

'use client'
import { useCallback } from 'react'
import { carryBags } from '../chosen-bags'
import { noteChosenAt } from '../shown-prices'
import type { Price, Replacement } from './types'
import { useOpenOffer } from './use-open-offer'

/** The same flights on the same fare under another offer, and the way there. */
export interface ReplacementOffer {
  price: Price
  isOpening: boolean
  hasFailed: boolean
  take: () => void
}

/**
 * Where an offer that is gone has a replacement. `onTaken` puts that in its place; bags that were chosen of `gone` are kept
 * for it.
 */
export function useReplacement(
  gone: string,
  replacement: Replacement | null,
  onTaken: (offerId: string) => void,
): ReplacementOffer | null {
  const onOpened = useCallback(
    (offerId: string) => {
      carryBags(gone, offerId)
      onTaken(offerId)
    },
    [gone, onTaken],
  )
  const { open, opening, failed } = useOpenOffer(onOpened)
  if (!replacement) return null
  const { offer_id: id, price } = replacement
  const take = () => {
    noteChosenAt(id, price)
    void open(id)
  }
  return { price, isOpening: opening === id, hasFailed: failed === id, take }
}

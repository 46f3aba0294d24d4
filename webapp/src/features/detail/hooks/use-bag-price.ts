'use client'
import useSWR from 'swr'
import { knownBagPrices } from '@/lib/api/bag-prices'
import type { BagPrice } from '@/lib/api/types'

/** What an offer costs with a checked bag for each traveler; undefined until it is known. Null asks for none. */
export const useBagPrice = (offerId: string | null) =>
  useSWR<BagPrice | undefined, Error>(
    offerId && ['bag price', offerId],
    async () => (await knownBagPrices([offerId ?? '']))[0],
  )

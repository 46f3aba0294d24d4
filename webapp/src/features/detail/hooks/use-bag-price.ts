'use client'
import useSWR from 'swr'
import { knownBagPrices } from '@/lib/api/bag-prices'
import type { BagPrice } from '@/lib/api/types'

/** What an offer costs with a checked bag for each traveler; undefined until it is known. */
export const useBagPrice = (offerId: string) =>
  useSWR<BagPrice | undefined, Error>(['bag price', offerId], async () => (await knownBagPrices([offerId]))[0])

'use client'
import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { faresKey } from '@/lib/api/offers'
import type { Fare } from '@/lib/api/types'
import { useOpenOffer } from '@/lib/api/use-open-offer'
import { showOffer } from '../lib/show-offer'

/** Puts another fare of the same flights in the place of the one shown. All of them have the same shelf. */
export function useFareChoice(fares: readonly Fare[]) {
  const { mutate } = useSWRConfig()
  const onOpened = useCallback(
    (offerId: string) => {
      void mutate(faresKey(offerId), fares, { revalidate: false })
      showOffer(offerId)
    },
    [mutate, fares],
  )
  return useOpenOffer(onOpened)
}

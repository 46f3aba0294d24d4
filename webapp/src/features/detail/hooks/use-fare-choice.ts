'use client'
import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { faresKey } from '@/lib/api/offers'
import type { Fare } from '@/lib/api/types'
import { useOpenOffer } from '@/lib/api/use-open-offer'
import { noteChosenAt } from '@/lib/shown-prices'
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
  const { open, opening, failed } = useOpenOffer(onOpened)
  const choose = ({ offer_id: id, price }: Fare) => {
    noteChosenAt(id, price)
    void open(id)
  }
  return { choose, retry: open, opening, failed }
}

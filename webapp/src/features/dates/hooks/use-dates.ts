'use client'
import { useCallback } from 'react'
import type { FareCell } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { datesKey, fetchDates } from '../api/dates'
import { withCell } from '../lib/cells'
import { useSeen } from './use-seen'

/** What searches have seen of the dates around a trip; read again once its own search has ended. */
export function useDates(criteria: SearchCriteria, isSettled: boolean) {
  const read = useCallback((isFresh?: boolean) => fetchDates(criteria, isFresh), [criteria])
  const { mutate, ...seen } = useSeen(datesKey(criteria), read, isSettled)
  const put = useCallback(
    (cell: FareCell) =>
      void mutate((answer) => answer && { ...answer, ...withCell(answer, cell) }, { revalidate: false }),
    [mutate],
  )
  return { ...seen, put }
}

'use client'
import { Hidden } from '@/components/ui/layout'
import { useAnnouncement } from '@/lib/use-announcement'
import * as words from '@/messages/search/results'
import type { useResults } from '../hooks/use-results'
import type { SortOrder } from '../lib/offers'

type Results = Pick<
  ReturnType<typeof useResults>,
  'page' | 'progress' | 'total' | 'isSearching' | 'error' | 'isRepeated'
>

/** Tells screen readers that a search is running, how far it is and what it has found. An error has its own alert. */
export function SearchNews({ results, order }: { results: Results; order: SortOrder }) {
  const { page, error, isSearching } = results
  const isGoingOn = isSearching || (!page && !error)
  return (
    <Hidden role="status">{useAnnouncement(isGoingOn ? searching(results) : found(results, order), isGoingOn)}</Hidden>
  )
}

function searching({ page, progress }: Results) {
  if (page || !progress || progress.asked === 0) return words.searchingStatus
  return words.answeredStatus({ answered: progress.answered, asked: progress.asked })
}

const foundInOrder: Record<SortOrder, typeof words.foundStatus> = {
  'price-asc': words.foundStatus,
  'price-desc': words.dearestStatus,
  'duration-asc': words.shortestStatus,
  'emissions-asc': words.lowestEmissionsStatus,
  best: words.bestStatus,
}

function found({ error, total, isRepeated }: Results, order: SortOrder) {
  if (error) return ''
  return isRepeated ? words.noNewerPrices : foundInOrder[order]({ flights: total })
}

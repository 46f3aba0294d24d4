'use client'
import { Hidden } from '@/components/ui/layout'
import * as words from '@/messages/search/results'
import { useAnnouncement } from '../hooks/use-announcement'
import type { useResults } from '../hooks/use-results'

type Results = Pick<ReturnType<typeof useResults>, 'page' | 'progress' | 'total' | 'isSearching' | 'error'>

/** Tells screen readers that a search is running, how far it is and what it has found. An error has its own alert. */
export function SearchNews({ results, isBest }: { results: Results; isBest: boolean }) {
  const { page, error, isSearching } = results
  const isGoingOn = isSearching || (!page && !error)
  return (
    <Hidden role="status">{useAnnouncement(isGoingOn ? searching(results) : found(results, isBest), isGoingOn)}</Hidden>
  )
}

function searching({ page, progress }: Results) {
  if (page || !progress || progress.asked === 0) return words.searchingStatus
  return words.answeredStatus({ answered: progress.answered, asked: progress.asked })
}

function found({ error, total }: Results, isBest: boolean) {
  if (error) return ''
  return isBest ? words.bestStatus({ flights: total }) : words.foundStatus({ flights: total })
}

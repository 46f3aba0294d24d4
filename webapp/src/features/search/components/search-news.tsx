'use client'
import { Hidden } from '@/components/ui/layout'
import { counted } from '@/lib/counted'
import { useAnnouncement } from '../hooks/use-announcement'
import type { useResults } from '../hooks/use-results'

type Results = Pick<ReturnType<typeof useResults>, 'page' | 'progress' | 'total' | 'isSearching' | 'error'>

/** Tells screen readers that a search is running, how far it is and what it has found. An error has its own alert. */
export function SearchNews({ results }: { results: Results }) {
  const { page, error, isSearching } = results
  const isGoingOn = isSearching || (!page && !error)
  return <Hidden role="status">{useAnnouncement(isGoingOn ? searching(results) : found(results), isGoingOn)}</Hidden>
}

function searching({ page, progress }: Results) {
  if (page || !progress || progress.asked === 0) return 'Searching for flights'
  return `${progress.answered} of ${counted(progress.asked, 'airline')} answered`
}

const found = ({ error, total }: Results) => (error ? '' : `${counted(total, 'flight')} found`)

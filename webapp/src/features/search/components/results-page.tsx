'use client'
import { useHydrated } from '@/lib/use-hydrated'
import { type ResultsProps, SearchResults } from './results'
import { ResultsOutline } from './results-outline'

/** The export knows no search: it has the outline of one, so that the first frame is the page. */
export const ResultsPage = (props: ResultsProps) =>
  useHydrated() ? <SearchResults {...props} /> : <ResultsOutline Watch={props.Watch} WatchLink={props.WatchLink} />

'use client'
import { Dates } from '@/features/dates/components/dates'
import { ResultsPage } from '@/features/search/components/results-page'
import { WatchLink, WatchTool } from '@/features/watch/components/watch-button'

/** The results, what stands over them, and what may be done with their search. */
export const Results = () => <ResultsPage Dates={Dates} Watch={WatchTool} WatchLink={WatchLink} />

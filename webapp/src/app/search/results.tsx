'use client'
import { Dates } from '@/features/dates/components/dates'
import { ResultsPage } from '@/features/search/components/results-page'

/** The results, and what stands over them. */
export const Results = () => <ResultsPage Dates={Dates} />

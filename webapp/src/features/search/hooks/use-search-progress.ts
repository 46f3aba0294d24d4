'use client'
import { useEffect, useState } from 'react'
import type { Offer, SearchProgress } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { streamUrl } from '../api/search-flights'

/** A search that is known already answers before this; then nothing is streamed. */
const HEAD_START_MS = 250
/** Provisional offers on screen while the airlines answer. */
export const MOST_PROVISIONAL = 3

export interface Progress {
  /** In the order they came, so that nothing moves under the reader's eyes. */
  offers: readonly Offer[]
  answered: number
  asked: number
}

/** What a search that is under way has found so far; null before it has found anything, or where it can't be told. */
export function useSearchProgress(criteria: SearchCriteria | null): Progress | null {
  const url = criteria && streamUrl(criteria, MOST_PROVISIONAL)
  const [progress, setProgress] = useState<Progress | null>(null)

  useEffect(() => {
    setProgress(null)
    if (!url || typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    const timer = setTimeout(() => {
      source = new EventSource(url, { withCredentials: true })
      source.addEventListener('offers', ({ data }: MessageEvent<string>) => {
        const { offers, answered, asked } = JSON.parse(data) as SearchProgress
        setProgress((before) => ({ offers: [...(before?.offers ?? []), ...offers], answered, asked }))
      })
      // The plain search answers beside it, with all offers or with what went wrong.
      for (const end of ['done', 'error']) source.addEventListener(end, () => source?.close())
    }, HEAD_START_MS)
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  }, [url])
  return progress
}

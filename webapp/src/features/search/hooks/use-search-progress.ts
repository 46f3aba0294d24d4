'use client'
import { useCallback, useEffect, useState } from 'react'
import type { Offer, SearchProgress } from '@/lib/api/types'
import type { SearchCriteria } from '@/lib/criteria'
import { FIRST_PAGE_SIZE, streamUrl } from '../api/search-flights'

/** A search that is known already answers before this; then nothing is streamed. */
const HEAD_START_MS = 250

/** How the airlines answered. */
export interface Airlines {
  answered: number
  asked: number
  /** No other airline answers. The plain search may overtake the stream, which then never says so. */
  isOver?: boolean
}

export interface Progress extends Airlines {
  /** In the order they came. */
  offers: readonly Offer[]
}

/**
 * What a search has found so far, as many offers as a first page has; null before it has found anything, or where it
 * can't be told. It is followed while `isWaiting`, and kept afterwards until it is forgotten.
 */
export function useSearchProgress(criteria: SearchCriteria, isWaiting: boolean) {
  const url = isWaiting ? streamUrl(criteria, FIRST_PAGE_SIZE) : null
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    if (!url || typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    const timer = setTimeout(() => {
      setProgress(null)
      source = new EventSource(url, { withCredentials: true })
      source.addEventListener('offers', ({ data }: MessageEvent<string>) => {
        const { offers, answered, asked } = JSON.parse(data) as SearchProgress
        setProgress((before) => ({ offers: [...(before?.offers ?? []), ...offers], answered, asked }))
      })
      // The plain search answers beside it, with the whole page or with what went wrong.
      for (const end of ['done', 'error']) source.addEventListener(end, () => source?.close())
      source.addEventListener('done', () => setProgress((before) => before && { ...before, isOver: true }))
    }, HEAD_START_MS)
    return () => {
      clearTimeout(timer)
      source?.close()
    }
  }, [url])
  const forget = useCallback(() => setProgress(null), [])
  return { progress, forget }
}

'use client'
import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { STALE_MS } from './use-flight-search'
import type { Airlines } from './use-search-progress'

interface Kept extends Airlines {
  at: number
}

/** The airlines of an asking that the page may still be of: later the search is asked anew. */
function useKept(search: string) {
  const [openedAt] = useState(() => Date.now())
  const { data, mutate } = useSWR<Kept>(['airlines', search], null)
  return { kept: data && data.at > openedAt - STALE_MS ? data : null, keep: mutate }
}

/**
 * How the airlines answered a search: as the page follows it, else as it was followed before. It outlives the page as
 * what they answered does, so that Back from a flight finds the same words.
 */
export function useAirlines(search: string, progress: Airlines | null) {
  const { kept, keep } = useKept(search)
  useEffect(() => {
    if (!progress) return
    const { answered, asked, isOver } = progress
    void keep({ answered, asked, isOver, at: Date.now() }, { revalidate: false })
  }, [progress, keep])
  return { airlines: progress ?? kept, forget: () => void keep(undefined, { revalidate: false }) }
}

'use client'
import { useCallback, useRef } from 'react'

/** The place where the results begin, and what brings the reader back to it: the list under them may have grown short. */
export function useResultsTop() {
  const top = useRef<HTMLDivElement>(null)
  /** At once, so that a slider stays under the finger: the rail of the filters keeps its place. */
  const bringBack = useCallback(() => {
    const place = top.current
    if (place && place.getBoundingClientRect().top < 0) place.scrollIntoView({ behavior: 'instant', block: 'start' })
  }, [])
  return { top, bringBack }
}

'use client'
import { startTransition, useEffect, useState } from 'react'

/**
 * False while prerendering, while hydrating and for the first frame; true from then on. What it brings to the page is
 * drawn in a transition: in small steps, between which the page answers.
 */
export function useHydrated() {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}

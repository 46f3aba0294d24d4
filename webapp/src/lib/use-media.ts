'use client'
import { useSyncExternalStore } from 'react'

/** Below the width at which phones end. */
export const PHONE = '(max-width: 47.99rem)'

/** False while prerendering and hydrating. */
export function useMedia(query: string) {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
    () => false,
  )
}

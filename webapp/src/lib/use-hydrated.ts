'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while prerendering and hydrating, true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

'use client'
import { useState } from 'react'
import { readStored, store } from '@/lib/storage'

/** A choice that is the same after another dates' search, in this tab. */
export function useKept<T>(name: string, first: T) {
  const [kept, setKept] = useState(() => readStored<T>('sessionStorage', name) ?? first)
  const keep = (next: T) => {
    setKept(next)
    store('sessionStorage', name, next)
  }
  return [kept, keep] as const
}

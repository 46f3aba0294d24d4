'use client'
import { type ReactNode, useEffect } from 'react'
import { Card } from '@/components/ui/card'
import { NotLoaded } from '@/components/ui/not-loaded'
import { latePart, useLatePart } from '@/lib/late-part'
import type * as OtherTabs from './other-tabs'

const otherTabs = latePart(() => import('./other-tabs'))

/** Fetches the panels behind the first tab. What can't be fetched yet is fetched when its tab is pressed. */
export function useOtherTabs() {
  useEffect(() => {
    otherTabs.load().catch((error: unknown) => console.warn('The tabs of a flight could not be loaded yet', error))
  }, [])
}

/** A panel behind the first tab. A press of its tab draws it anew, and with that fetches it where it is not here. */
export function OtherTab({ children }: { children: (others: typeof OtherTabs) => ReactNode }) {
  const { here, failure } = useLatePart(otherTabs)
  if (here) return children(here)
  return failure ? <NotLoaded {...failure} /> : <Card h="19rem" aria-busy="true" />
}

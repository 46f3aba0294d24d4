'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect } from 'react'
import { clearToasts } from '@/components/ui/toast/lazy-store'

export const steps = ['passengers', 'seats', 'payment'] as const
export type Step = (typeof steps)[number]

/**
 * The step stands in the address, so that the browser's Back goes one step back and not out of the booking.
 * `furthest` is how far the data at hand reach: after a reload the flow begins at its beginning. What a toast said of
 * one step does not follow to the next.
 */
export function useStep(furthest: Step) {
  const params = useSearchParams()
  const asked = Math.max(0, steps.indexOf((params.get('step') ?? 'passengers') as Step))
  const step = steps[Math.min(asked, steps.indexOf(furthest))] ?? 'passengers'

  const go = useCallback((next: Step, how: 'push' | 'replace' = 'push') => {
    void clearToasts()
    const url = new URL(window.location.href)
    url.searchParams.set('step', next)
    window.history[`${how}State`](null, '', url)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  useEffect(() => {
    const leave = () => void clearToasts()
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [])

  // An address that says more than is shown would lead Back to nowhere.
  const isAhead = params.has('step') && params.get('step') !== step
  useEffect(() => {
    if (!isAhead) return
    const url = new URL(window.location.href)
    url.searchParams.set('step', step)
    window.history.replaceState(null, '', url)
  }, [isAhead, step])

  return { step, go }
}

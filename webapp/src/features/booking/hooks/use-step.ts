'use client'
import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect } from 'react'
import { clearToasts } from '@/components/ui/toast/lazy-store'
import { routes } from '@/lib/routes'
import { writeAddress } from '@/lib/write-address'

export const steps = ['passengers', 'seats', 'payment'] as const
export type Step = (typeof steps)[number]

function writeStep(step: Step, how: 'push' | 'replace') {
  const url = new URL(window.location.href)
  url.searchParams.set('step', step)
  return writeAddress(routes.booking, url, how)
}

/** -1 of a step that is unknown, or of none. */
const askedStep = (params: URLSearchParams) => steps.indexOf(params.get('step') as Step)

/** Whether the address is of a step after the first. */
export const isLaterStep = (params: URLSearchParams) => askedStep(params) > 0

/**
 * The step stands in the address, so that the browser's Back goes one step back and not out of the booking.
 * `furthest` is how far the data at hand reach, or are about to. What a toast said of one step does not follow to the
 * next.
 */
export function useStep(furthest: Step) {
  const params = useSearchParams()
  const asked = Math.max(0, askedStep(params))
  const step = steps[Math.min(asked, steps.indexOf(furthest))] ?? 'passengers'

  const go = useCallback((next: Step, how: 'push' | 'replace' = 'push') => {
    if (!writeStep(next, how)) return
    void clearToasts()
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])

  useEffect(() => {
    const leave = () => void clearToasts()
    window.addEventListener('popstate', leave)
    return () => window.removeEventListener('popstate', leave)
  }, [])

  // An address that says more than is shown would lead Back to nowhere.
  const named = params.get('step')
  const isAhead = named !== null && named !== step
  useEffect(() => {
    if (isAhead && named === new URL(window.location.href).searchParams.get('step')) writeStep(step, 'replace')
  }, [isAhead, named, step])

  return { step, go }
}

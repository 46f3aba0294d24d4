'use client'
import { useEffect } from 'react'
import type { Failure } from '../lib/failure'
import type { useStep } from './use-step'

/** Leads from a payment that was refused for a bag to the step of the bags, once nothing is on its way any more. */
export function useReopenedBags(failure: Failure | null, isHeld: boolean, go: ReturnType<typeof useStep>['go']) {
  const isRefused = failure?.kind === 'bags'
  useEffect(() => {
    if (isRefused && !isHeld) go('passengers')
  }, [isRefused, isHeld, go])
}

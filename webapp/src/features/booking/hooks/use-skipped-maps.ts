'use client'
import { useCallback, useState } from 'react'
import type { useStep } from './use-step'

/** The airline has no seat map: on to the payment, without a step to come back to. One that comes after all takes it back. */
export function useSkippedMaps(go: ReturnType<typeof useStep>['go']) {
  const [hasSkippedMaps, setSkipped] = useState(false)
  const skipMaps = useCallback(() => {
    setSkipped(true)
    go('payment', 'replace')
  }, [go])
  const findMaps = useCallback(() => setSkipped(false), [])
  return { hasSkippedMaps, skipMaps, findMaps }
}

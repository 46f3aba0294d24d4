'use client'
import { useCallback, useState } from 'react'
import type { useStep } from './use-step'

/** The airline has no seat map: on to the payment, without a step to come back to. */
export function useSkippedMaps(go: ReturnType<typeof useStep>['go']) {
  const [hasSkippedMaps, setSkipped] = useState(false)
  const skipMaps = useCallback(() => {
    setSkipped(true)
    go('payment', 'replace')
  }, [go])
  return { hasSkippedMaps, skipMaps }
}

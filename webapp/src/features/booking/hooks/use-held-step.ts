'use client'
import { useEffect } from 'react'
import type { Step, useStep } from './use-step'

/** While something is on its way, or may have arrived, Back leads nowhere but to the payment. */
export function useHeldStep({ step, go }: ReturnType<typeof useStep>, isHeld: boolean): Step {
  const isAway = isHeld && step !== 'payment'
  useEffect(() => {
    if (isAway) go('payment')
  }, [isAway, go])
  return isAway ? 'payment' : step
}

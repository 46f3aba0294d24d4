'use client'
import { useStandingFailure } from './use-standing-failure'
import { useUndisturbed } from './use-undisturbed'

/**
 * A standing failure that an answer does not take away while the visitor presses something: Try Again must not change
 * under the finger. The page shows nothing else as long as there is one.
 */
export function useHeldFailure(failure: Error | undefined, isTrying: boolean) {
  const standing = useStandingFailure(failure, isTrying)
  const held = useUndisturbed(standing)
  return standing ?? held
}

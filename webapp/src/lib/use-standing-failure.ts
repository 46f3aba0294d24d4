'use client'
import { useState } from 'react'
import { ApiError } from './api/error'

/** The same service is still away, which is told in the same words. */
const isAlike = (one: unknown, other: unknown) =>
  one instanceof ApiError &&
  other instanceof ApiError &&
  one.isPassing &&
  one.status === other.status &&
  one.code === other.code

/**
 * A failure as a page shows it while the page asks again by itself: of failures that are alike the first one stands until
 * there is an answer. With each new one's reference the alert would be read out again: it is after a try that the visitor
 * asked for (`isTrying`).
 */
export function useStandingFailure(failure: Error | undefined, isTrying: boolean) {
  const [standing, setStanding] = useState(failure)
  const shown = !isTrying && isAlike(standing, failure) ? standing : failure
  if (shown !== standing) setStanding(shown)
  return shown
}

'use client'
import { useReducer } from 'react'
import { type AttemptEvent, firstAttempt, newKeys, nextAttempt } from '../lib/attempt'

/** The traveller's attempt to pay for one order, and what it is told. */
export function useAttempt() {
  const [attempt, dispatch] = useReducer(nextAttempt, undefined, firstAttempt)
  const tell = (event: AttemptEvent) => dispatch({ event, fresh: newKeys() })
  return { attempt, tell }
}

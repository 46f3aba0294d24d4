'use client'
import { useState } from 'react'

/**
 * Repeats a request when a button is pressed. `isTrying` until the answer. Requests that the page repeats by itself
 * don't set it, because a button must not change while it is being pressed.
 */
export function useRetry(ask: () => Promise<unknown>) {
  const [isTrying, setTrying] = useState(false)
  const retry = () => {
    const end = () => setTrying(false)
    setTrying(true)
    void ask().then(end, end)
  }
  return { isTrying, retry }
}

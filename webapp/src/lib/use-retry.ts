'use client'
import { useState } from 'react'

/**
 * Asks again for who presses a button. `isTrying` until that is answered: what the page asks by itself leaves the button
 * as it is, for nothing may change under a finger.
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

'use client'
import { useEffect, useState } from 'react'

/** Longer than this, and a button that reads "please wait" is no answer. */
const LATE_MS = 3_000

/** Whether something has been going on for a while. */
export function useIsLate(isGoingOn: boolean) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isGoingOn])
  return isGoingOn && isLate
}

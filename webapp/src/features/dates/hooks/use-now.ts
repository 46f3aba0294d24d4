'use client'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time, minute by minute. */
export function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

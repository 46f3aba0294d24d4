'use client'
import { useEffect, useState } from 'react'
import { secondsLeft } from './countdown'

/** Seconds until an instant, counted down; null until the browser has looked at its clock, and without an instant. */
export function useCountdown(expiresAt: string | null | undefined) {
  const [now, setNow] = useState<number | null>(null)

  useEffect(() => {
    if (!expiresAt) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [expiresAt])

  return now === null ? null : secondsLeft(expiresAt, now)
}

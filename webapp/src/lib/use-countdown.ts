'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import { secondsLeft } from './countdown'

/** Seconds until an instant, counted down; null until the browser has looked at its clock, and without an instant. */
export function useCountdown(expiresAt: string | null | undefined) {
  const [now, setNow] = useState<number | null>(null)
  useClock(setNow, expiresAt)
  return now === null ? null : secondsLeft(expiresAt, now)
}

/** Whether an instant has passed. Unlike the countdown it draws its reader again only once. */
export function useHasRunOut(expiresAt: string | null | undefined) {
  const [runOut, setRunOut] = useState<string | null>(null)
  useClock((now) => secondsLeft(expiresAt, now) === 0 && setRunOut(expiresAt ?? null), expiresAt)
  return runOut !== null && runOut === expiresAt
}

/** Tells the time at once and each second, as long as there is an instant to wait for. */
function useClock(tell: (now: number) => void, expiresAt: string | null | undefined) {
  const onTick = useEffectEvent(() => tell(Date.now()))

  useEffect(() => {
    if (!expiresAt) return
    onTick()
    const timer = setInterval(onTick, 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
}

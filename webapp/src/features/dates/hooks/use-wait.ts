'use client'
import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Waits for a moment, if any, and then until everything is read again as of it. Returns the moment meanwhile, else null.
 * `now` is the time, as the page has it.
 */
export function useWait(moment: string | null, now: number, readAgain: () => Promise<unknown>) {
  const [over, setOver] = useState<string | null>(null)
  const isDue = moment !== null && Date.parse(moment) <= now
  const end = useEffectEvent(async () => {
    await readAgain()
    setOver(moment)
  })
  useEffect(() => {
    if (isDue) void end()
  }, [isDue])
  return moment === over ? null : moment
}

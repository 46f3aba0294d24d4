'use client'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasPassed, timerUntil } from '@/lib/countdown'
import { useBackOnline } from '@/lib/use-online'
import { known, type NumberedAnswer } from './latest-answer'
import { NO_RESPONSE, type Verification, verifyOffer } from './offers'

interface Validity {
  /** Null until the first answer. */
  verification: Verification | null
  /** Waits as long as an airline may take, or at most `withinMs`. */
  check: (withinMs?: number) => Promise<Verification>
}

/**
 * Asks every `intervalMs`, while somebody may look, as its time is over, and once a lost connection is back, whether
 * the offer stands; 0 asks at no interval. An offer that is gone and replaced is asked about no more.
 */
export function useOfferValidity(offerId: string, intervalMs: number, expiresAt: string | null = null): Validity {
  const [latest, setLatest] = useState<NumberedAnswer | null>(null)
  const asked = useRef(0)
  // An answer about the offer before says nothing of this one.
  const verification = latest?.offerId === offerId ? latest.answer : null

  const check = useCallback(
    async (withinMs?: number) => {
      asked.current += 1
      const number = asked.current
      const answer = await verifyOffer(offerId, withinMs)
      setLatest((last) => known(last, { offerId, number, answer }))
      return answer
    },
    [offerId],
  )

  useBackOnline(verification?.code === NO_RESPONSE, () => void check())
  usePolling(check, verification?.replacement ? 0 : intervalMs)

  useEffect(() => {
    // An offer may have run out while the page was on its way, or the browser asleep.
    const leftMs = hasPassed(expiresAt) ? 0 : timerUntil(expiresAt)
    if (leftMs === null) return
    const timer = setTimeout(() => void check(), leftMs)
    return () => clearTimeout(timer)
  }, [check, expiresAt])

  return { verification, check }
}

/** What was not asked while nobody could look is asked as soon as somebody does. */
function usePolling(check: () => Promise<unknown>, intervalMs: number) {
  const isDue = useRef(false)
  const ask = useEffectEvent(() => {
    isDue.current = document.hidden
    if (!document.hidden) void check()
  })

  useEffect(() => {
    if (intervalMs === 0) return
    const catchUp = () => isDue.current && ask()
    const timer = setInterval(ask, intervalMs)
    document.addEventListener('visibilitychange', catchUp)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', catchUp)
    }
  }, [intervalMs])
}

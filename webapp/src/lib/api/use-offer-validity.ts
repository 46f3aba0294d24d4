'use client'
import { useCallback, useEffect, useState } from 'react'
import { hasPassed, timerUntil } from '@/lib/countdown'
import { type Verification, verifyOffer } from './offers'

/** Asks every `intervalMs` and as its time is over whether the offer stands; 0 asks at no interval. Null until the first answer. */
export function useOfferValidity(offerId: string, intervalMs: number, expiresAt: string | null = null) {
  const [latest, setLatest] = useState<{ offerId: string; answer: Verification } | null>(null)

  const check = useCallback(async () => {
    const answer = await verifyOffer(offerId)
    setLatest({ offerId, answer })
    return answer
  }, [offerId])

  useEffect(() => {
    if (intervalMs === 0) return
    const timer = setInterval(() => void check(), intervalMs)
    return () => clearInterval(timer)
  }, [check, intervalMs])

  useEffect(() => {
    // An offer may have run out while the page was on its way, or the browser asleep.
    const leftMs = hasPassed(expiresAt) ? 0 : timerUntil(expiresAt)
    if (leftMs === null) return
    const timer = setTimeout(() => void check(), leftMs)
    return () => clearTimeout(timer)
  }, [check, expiresAt])

  // An answer about the offer before says nothing of this one.
  return { verification: latest?.offerId === offerId ? latest.answer : null, check }
}

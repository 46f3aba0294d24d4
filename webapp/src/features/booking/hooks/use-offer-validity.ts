'use client'
import { useCallback, useEffect, useState } from 'react'
import { type Verification, verifyOffer } from '@/lib/api/offers'

/** Asks every `intervalMs` whether the offer stands; 0 stops asking. Null until the first answer. */
export function useOfferValidity(offerId: string, intervalMs: number) {
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

  // An answer about the offer before says nothing of this one.
  return { verification: latest?.offerId === offerId ? latest.answer : null, check }
}

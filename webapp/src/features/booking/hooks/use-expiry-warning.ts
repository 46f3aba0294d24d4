'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { SOON_SECONDS, timerUntil } from '@/lib/countdown'
import * as words from '@/messages/booking/offer'

/** Says once that the offer ends soon: as five minutes are left, or at once where they are not. */
export function useExpiryWarning(expiresAt: string) {
  useEffect(() => {
    const leftMs = timerUntil(expiresAt)
    if (leftMs === null) return
    const delay = Math.max(0, leftMs - SOON_SECONDS * 1000)
    const description = delay > 0 ? words.fiveMinutesLeft : words.lessThanFiveMinutesLeft
    const timer = setTimeout(() => void notify({ type: 'warning', title: words.expiringTitle, description }), delay)
    return () => clearTimeout(timer)
  }, [expiresAt])
}

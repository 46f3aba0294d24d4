'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { SOON_SECONDS, timerUntil } from '@/lib/countdown'
import * as words from '@/messages/booking/offer'
import * as expiryWords from '@/messages/components/offer/countdown'
import * as countdownWords from '@/messages/lib/countdown'

/** Says once that the offer ends soon: as five minutes are left, or at once where they are not. */
export function useExpiryWarning(expiresAt: string) {
  useEffect(() => {
    const leftMs = timerUntil(expiresAt)
    if (leftMs === null) return
    const delay = Math.max(0, leftMs - SOON_SECONDS * 1000)
    const description = delay > 0 ? countdownWords.spokenFiveMinutes : words.lessThanFiveMinutesLeft
    const timer = setTimeout(
      () => void notify({ type: 'warning', title: expiryWords.expiringSoon, description }),
      delay,
    )
    return () => clearTimeout(timer)
  }, [expiresAt])
}

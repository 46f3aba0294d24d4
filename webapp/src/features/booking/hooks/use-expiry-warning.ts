'use client'
import { useEffect } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { SOON_SECONDS } from '@/lib/countdown'

/** Says once that five minutes are left. The countdown beside the trip says so from then on. */
export function useExpiryWarning(expiresAt: string) {
  useEffect(() => {
    const delay = Date.parse(expiresAt) - SOON_SECONDS * 1000 - Date.now()
    if (!(delay > 0)) return
    const timer = setTimeout(() => {
      void notify({ type: 'warning', title: 'Offer Expiring Soon', description: 'Five minutes left at this price.' })
    }, delay)
    return () => clearTimeout(timer)
  }, [expiresAt])
}

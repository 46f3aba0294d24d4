'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { OFFER_EXPIRED } from '@/lib/api/offers'
import { cancelDeferred } from '@/lib/deferred-navigation'
import { useNavigate } from '@/lib/use-navigate'
import * as words from '@/messages/booking/offer'

/** After the poll found it, and after the check on Pay found it. */
export const LEAVE_AFTER_POLL_MS = 4_000
export const LEAVE_AFTER_SUBMIT_MS = 3_000

/**
 * Takes the traveller back to the results when the offer is gone, unless they ask to stay, or its flights can be had
 * under another offer: that is a choice about money and passport at hand, and no timer makes it.
 */
export function useExpiry(searchHref: string, isReplaced: boolean) {
  const { push } = useNavigate()
  const [leavesInMs, setLeavesInMs] = useState<number | null>(null)

  // Both the poll and the check on Pay may find it, and who chose to stay is not asked again.
  const hasBegun = useRef(false)

  useEffect(() => {
    if (leavesInMs === null || isReplaced) return
    const timer = setTimeout(() => push(searchHref), leavesInMs)
    return () => clearTimeout(timer)
  }, [leavesInMs, isReplaced, push, searchHref])

  const leave = useCallback((afterMs: number, code: string) => {
    if (hasBegun.current) return
    hasBegun.current = true
    setLeavesInMs(afterMs)
    const title = code === OFFER_EXPIRED ? words.expiredTitle : words.goneTitle
    void notify({ type: 'error', title, description: words.expired })
  }, [])
  const stay = useCallback(() => {
    cancelDeferred()
    setLeavesInMs(null)
  }, [])
  /** Another offer has its own end. */
  const restart = useCallback(() => {
    hasBegun.current = false
    setLeavesInMs(null)
  }, [])

  return { isLeaving: leavesInMs !== null && !isReplaced, leave, stay, restart }
}

'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '@/components/ui/toast/notify'
import { OFFER_EXPIRED } from '@/lib/api/offers'
import { useNavigate } from '@/lib/use-navigate'

/** After the poll found it, and after the check on Pay found it. */
export const LEAVE_AFTER_POLL_MS = 4_000
export const LEAVE_AFTER_SUBMIT_MS = 3_000

const TEXT =
  'This flight offer has expired. Please return to search and select another flight. Offers typically expire after 30 minutes.'

/**
 * Takes the traveller back to the results when the offer is gone, unless they ask to stay. `onLeft` may still say a
 * word there.
 */
export function useExpiry(searchHref: string, onLeft: () => void) {
  const { push } = useNavigate()
  const [leavesInMs, setLeavesInMs] = useState<number | null>(null)

  // Both the poll and the check on Pay may find it, and who chose to stay is not asked again.
  const hasBegun = useRef(false)
  const left = useRef(onLeft)
  left.current = onLeft

  useEffect(() => {
    if (leavesInMs === null) return
    const timer = setTimeout(() => {
      push(searchHref)
      left.current()
    }, leavesInMs)
    return () => clearTimeout(timer)
  }, [leavesInMs, push, searchHref])

  const leave = useCallback((afterMs: number, code: string) => {
    if (hasBegun.current) return
    hasBegun.current = true
    setLeavesInMs(afterMs)
    const title = code === OFFER_EXPIRED ? 'Flight Offer Expired' : 'Offer No Longer Available'
    void notify({ type: 'error', title, description: TEXT })
  }, [])
  const stay = useCallback(() => setLeavesInMs(null), [])
  /** Another offer has its own end. */
  const restart = useCallback(() => {
    hasBegun.current = false
    setLeavesInMs(null)
  }, [])

  return { isLeaving: leavesInMs !== null, leave, stay, restart }
}

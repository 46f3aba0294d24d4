'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isLeaving } from '@/lib/pending-navigation'
import { fetchOffer, offerKey } from './offers'

/**
 * Goes from one offer to another without a gap: the next one is read before it takes the place, so that no page falls
 * back to its loading state. Of several choices the last one counts, and none once the page is left or a link out of it
 * was pressed.
 */
export function useOpenOffer(onOpened: (offerId: string) => void) {
  const { mutate } = useSWRConfig()
  // Stays set when it has succeeded: the address, and with it the page, follows a moment later.
  const [opening, setOpening] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const latest = useRef<string | null>(null)

  useEffect(() => {
    return () => {
      latest.current = null
    }
  }, [])

  const open = useCallback(
    async (offerId: string) => {
      // Back changes the address at once, and this page is still shown for a moment.
      const page = window.location.pathname
      latest.current = offerId
      setOpening(offerId)
      setFailed(null)
      try {
        await mutate(offerKey(offerId), fetchOffer(offerId), { revalidate: false })
        if (latest.current !== offerId) return
        if (window.location.pathname === page && !isLeaving()) onOpened(offerId)
        else setOpening(null)
      } catch {
        if (latest.current !== offerId) return
        setFailed(offerId)
        setOpening(null)
      }
    },
    [mutate, onOpened],
  )
  return { open, opening, failed }
}

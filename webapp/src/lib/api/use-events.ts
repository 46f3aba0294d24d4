'use client'
import { useEffect, useRef } from 'react'
import { type Listener, listen } from './events'

/** Hears what changes while the page is open, as long as `isListening`. */
export function useEvents(listener: Listener, isListening = true) {
  const latest = useRef(listener)
  latest.current = listener
  const hearsBookings = listener.booking !== undefined

  useEffect(() => {
    if (!isListening) return
    return listen({
      ...(hearsBookings && { booking: (news) => latest.current.booking?.(news) }),
      mode: (news) => latest.current.mode?.(news),
      brand: (news) => latest.current.brand?.(news),
      missed: () => latest.current.missed?.(),
    })
  }, [isListening, hearsBookings])
}

'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Whether the browser has a connection, as far as it knows: there may still be nobody at the other end. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Acts once when the connection is back after a while without; as soon as `isWaiting`, where that is later. */
export function useBackOnline(isWaiting: boolean, act: () => void) {
  const isOnline = useOnline()
  const wasAway = useRef(false)
  const latest = useRef(act)
  latest.current = act

  useEffect(() => {
    if (!isOnline) wasAway.current = true
    if (!isOnline || !isWaiting || !wasAway.current) return
    wasAway.current = false
    latest.current()
  }, [isOnline, isWaiting])
}

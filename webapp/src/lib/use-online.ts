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

/** Acts whenever the connection comes back, as long as `isWaiting`. */
export function useBackOnline(isWaiting: boolean, act: () => void) {
  const latest = useRef(act)
  latest.current = act

  useEffect(() => {
    if (!isWaiting) return
    const back = () => latest.current()
    window.addEventListener('online', back)
    return () => window.removeEventListener('online', back)
  }, [isWaiting])
}

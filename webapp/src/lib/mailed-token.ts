'use client'
import { useSyncExternalStore } from 'react'

export const tokenOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token') || null

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}

/**
 * A mailed link carries its one-time token behind the #: that part reaches no server and no log. Null where there is
 * none, undefined before hydration. A link that is pasted into the page it leads to counts as well.
 */
export const useMailedToken = () =>
  useSyncExternalStore(
    subscribe,
    () => tokenOf(window.location.hash),
    () => undefined,
  )

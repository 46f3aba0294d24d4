'use client'
import { useSyncExternalStore } from 'react'

/**
 * A navigation that was asked for without a connection. The router would give the browser's own error page in its
 * place, and what stands on this one would be gone: so nobody leaves before the connection is back.
 */
export interface DeferredNavigation {
  href: string
  how: 'push' | 'replace'
}

let deferred: DeferredNavigation | null = null
const listeners = new Set<() => void>()

function set(next: DeferredNavigation | null) {
  deferred = next
  for (const listener of listeners) listener()
}

/** Defers a navigation without a connection, and says whether it did. The last one counts. */
export function deferOffline(navigation: DeferredNavigation) {
  if (navigator.onLine) return false
  set(navigation)
  return true
}

export const cancelDeferred = () => set(null)

export const useDeferredNavigation = () =>
  useSyncExternalStore(
    subscribe,
    () => deferred,
    () => null,
  )

/** Who goes Back or goes on typing has thought better of it. */
const SECOND_THOUGHTS = ['popstate', 'input']

function subscribe(listener: () => void) {
  listeners.add(listener)
  for (const thought of SECOND_THOUGHTS) window.addEventListener(thought, cancelDeferred)
  return () => {
    listeners.delete(listener)
    for (const thought of SECOND_THOUGHTS) window.removeEventListener(thought, cancelDeferred)
  }
}

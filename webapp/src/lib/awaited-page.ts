'use client'
import { useSyncExternalStore } from 'react'

/**
 * The page that was asked for without a connection. The router would give the browser's own error page in its place,
 * and what stands on this one would be gone: so nobody leaves before the connection is back.
 */
export interface AwaitedPage {
  href: string
  how: 'push' | 'replace'
}

let awaited: AwaitedPage | null = null
const listeners = new Set<() => void>()

function set(next: AwaitedPage | null) {
  awaited = next
  for (const listener of listeners) listener()
}

/** Whether the page has to wait; the last one asked for is the one that comes. */
export function mustWait(page: AwaitedPage) {
  if (navigator.onLine) return false
  set(page)
  return true
}

export const forgetAwaited = () => set(null)

export const useAwaitedPage = () =>
  useSyncExternalStore(
    subscribe,
    () => awaited,
    () => null,
  )

/** Who goes Back or goes on typing has thought better of it. */
const SECOND_THOUGHTS = ['popstate', 'input']

function subscribe(listener: () => void) {
  listeners.add(listener)
  for (const thought of SECOND_THOUGHTS) window.addEventListener(thought, forgetAwaited)
  return () => {
    listeners.delete(listener)
    for (const thought of SECOND_THOUGHTS) window.removeEventListener(thought, forgetAwaited)
  }
}

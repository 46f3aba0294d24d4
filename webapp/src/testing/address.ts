import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** The address of the page as Next's hooks tell it, where the page itself changes it by the browser's history. */
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const router = { push: vi.fn(), replace: vi.fn() }

/** For `vi.mock('next/navigation', ...)`. */
export async function navigation() {
  const { useSyncExternalStore } = await import('react')
  return {
    useSearchParams: () => new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search)),
    usePathname: () => useSyncExternalStore(subscribe, () => window.location.pathname),
    useRouter: () => router,
  }
}

/** Stands at an address from now on; what the page does to it is told to it. */
export function standAt(address: string) {
  vi.restoreAllMocks()
  window.scrollTo = vi.fn()
  window.history.replaceState(null, '', address)
  for (const how of ['pushState', 'replaceState'] as const) {
    const change = window.history[how].bind(window.history)
    vi.spyOn(window.history, how).mockImplementation((...args) => {
      change(...args)
      tell()
    })
  }
}

/** As the browser's own Back and Forward do. */
export const goTo = async (address: string) => act(async () => window.history.replaceState(null, '', address))

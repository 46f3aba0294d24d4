'use client'
import { usePathname } from 'next/navigation'
import { useHydrated } from './use-hydrated'

const ID = /^[A-Za-z0-9_-]{1,100}$/

/**
 * The id at the end of the address: the export has one page for all ids, so `useParams` only knows its placeholder.
 * Null while prerendering and hydrating, and when it is no valid id.
 */
export function useRouteId(prefix: string): string | null {
  const pathname = usePathname()
  const isHydrated = useHydrated()
  if (!isHydrated || !pathname.startsWith(prefix)) return null
  const id = pathname.slice(prefix.length)
  return ID.test(id) && id !== '_' ? id : null
}

'use client'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { brandParam } from '@/config/brand-key'
import { withQuery } from './routes'
import { useHydrated } from './use-hydrated'

/** Keeps `?brand=` in an address, so that a reload shows the same brand. Only local hosts have one. */
export const withBrand = (href: string) => {
  const brand = brandParam()
  if (!brand || !href.startsWith('/')) return href
  const [path = '', hash] = href.split('#')
  return withQuery(path, { brand }) + (hash === undefined ? '' : `#${hash}`)
}

/** An address for a link; the prerendered one names no brand, so it waits for hydration. */
export function useHref(href: string) {
  return useHydrated() ? withBrand(href) : href
}

/** `router.push` and `router.replace` that keep the brand. */
export function useNavigate() {
  const router = useRouter()
  const push = useCallback((href: string) => router.push(withBrand(href)), [router])
  const replace = useCallback((href: string) => router.replace(withBrand(href)), [router])
  return { push, replace, back: router.back }
}

'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useSyncExternalStore } from 'react'
import { brandParam } from '@/config/brand-key'
import { type DeferredNavigation, deferOffline } from './deferred-navigation'
import { setOut } from './pending-navigation'
import { withQuery } from './routes'

/** Keeps `?brand=` in an address, so that a reload shows the same brand. Only local hosts have one. */
export const withBrand = (href: string) => named(href, brandParam())

function named(href: string, brand: string | null) {
  if (!brand || !href.startsWith('/')) return href
  const [path = '', hash] = href.split('#')
  return withQuery(path, { brand }) + (hash === undefined ? '' : `#${hash}`)
}

/** An address for a link. The prerendered one names no brand: where the page's address does, links are drawn again. */
export function useHref(href: string) {
  const brand = useSyncExternalStore(never, brandParam, noBrand)
  return named(href, brand)
}

const never = () => () => undefined
const noBrand = () => null

type Options = [options?: { scroll: boolean }]

/** `router.push` and `router.replace` that keep the brand, and wait for the connection. */
export function useNavigate() {
  const router = useRouter()
  const go = useCallback(
    (page: DeferredNavigation, ...options: Options) => {
      if (deferOffline(page)) return
      setOut(page.href)
      router[page.how](page.href, ...options)
    },
    [router],
  )
  const push = useCallback(
    (href: string, ...options: Options) => go({ href: withBrand(href), how: 'push' }, ...options),
    [go],
  )
  const replace = useCallback((href: string) => go({ href: withBrand(href), how: 'replace' }), [go])
  return { push, replace, back: router.back }
}

'use client'
import { createContext, type ReactNode, startTransition, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { pageBrandKey, pageBrandVersion } from '@/config/brand-key'
import { defaultBrand } from '@/config/default-brand'
import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import { ApiError } from '@/lib/api/error'
import { askAgain, isPassing } from '@/lib/api/retry'
import type { Brand } from '@/lib/api/types'
import { useEvents } from '@/lib/api/use-events'
import { applyBrand, brandVariables, isDark } from '@/theme/brand'

interface BrandState {
  status: 'loading' | 'loaded' | 'failed'
  brand: Brand
  error: Error | null
}

const initial: BrandState = { status: 'loading', brand: defaultBrand, error: null }
// Apart, so that a brand that was right from the start redraws nobody when it has loaded.
const BrandContext = createContext<Brand | null>(null)
const BrandStateContext = createContext(initial)

/**
 * The default brand is built in and asked for nowhere until it is edited; one that does not exist is the default one.
 * `failures`: how many calls in a row have failed before. Only the first one is logged.
 */
async function loadBrand(key: string, failures = 0): Promise<BrandState> {
  if (key === 'default' && pageBrandVersion() <= 1) return { status: 'loaded', brand: defaultBrand, error: null }
  try {
    const brand = await request('GET', apiPath('/api/brands/{key}', { key }))
    return { status: 'loaded', brand, error: null }
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404) return { status: 'loaded', brand: defaultBrand, error: null }
    const reason = cause instanceof ApiError ? cause.statusText || cause.message : String(cause)
    const error = new Error(`Failed to load brand: ${reason}`, { cause })
    if (failures === 0) console.error(error.message)
    return { status: 'failed', brand: defaultBrand, error }
  }
}

/** The words of a brand are hidden until they are its own. */
function reveal(brand: Brand) {
  if (brand !== defaultBrand) applyBrand(brand)
  document.documentElement.dataset.brandReady = ''
}

export function BrandProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(initial)

  useEffect(() => {
    let isCurrent = true
    let callOff: (() => void) | undefined
    const load = async (failures: number) => {
      const next = await loadBrand(pageBrandKey(), failures)
      if (!isCurrent) return
      startTransition(() => setState(next))
      const cause = next.error?.cause
      if (isPassing(cause)) callOff = askAgain(() => void load(failures + 1), cause, failures + 1)
    }
    void load(0)
    return () => {
      isCurrent = false
      callOff?.()
    }
  }, [])

  // With the words on the page, not before: the built-in brand's stand there until then.
  useLayoutEffect(() => {
    if (state.status !== 'loading') reveal(state.brand)
  }, [state])

  const readAgain = async () => {
    const next = await loadBrand(pageBrandKey())
    if (next.brand !== defaultBrand) setState(next)
  }
  useEvents(
    {
      brand: ({ version }) => {
        if (version > state.brand.version) void readAgain()
      },
      missed: () => void readAgain(),
    },
    state.brand !== defaultBrand,
  )

  return (
    <BrandStateContext value={state}>
      <BrandContext value={state.brand}>{children}</BrandContext>
    </BrandStateContext>
  )
}

/** Shows its children as the site of another brand: its look, its words, on a ground of its own. */
export function BrandScope({ brand, children }: { brand: Brand; children: ReactNode }) {
  const style = { ...brandVariables(brand.theme), colorScheme: isDark(brand.theme) ? 'dark' : 'light' }
  return (
    <BrandContext value={brand}>
      <div className="brand-scope" style={style}>
        {children}
      </div>
    </BrandContext>
  )
}

export function useBrand(): Brand {
  const brand = useContext(BrandContext)
  if (!brand) throw new Error('useBrand must be used within a BrandProvider')
  return brand
}

/** Whether the page's brand has come, for who must wait for it. */
export const useBrandState = (): BrandState => useContext(BrandStateContext)

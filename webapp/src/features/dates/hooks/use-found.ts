'use client'
import { useState } from 'react'
import type { Price } from '@/lib/api/types'
import type { FoundPrice } from '../lib/cells'

const isSame = (a: Price | null, b: Price | null) => a?.amount === b?.amount && a?.currency === b?.currency

/** What a search has found, with the time at which this page came to know it: a price grows old like any other. */
export function useFound(price: Price | null): FoundPrice | null {
  const [found, setFound] = useState<FoundPrice | null>(null)
  if (!isSame(found, price)) setFound(price && { ...price, observedAt: new Date().toISOString() })
  return found
}

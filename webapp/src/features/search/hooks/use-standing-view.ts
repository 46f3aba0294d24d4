'use client'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { View } from '../lib/view'
import type { Growth } from './use-arrivals'
import type { useReading } from './use-reading'

/**
 * The view that a list stands in. "Best" weighs an offer against all others: while airlines answer the list stands by
 * price. It is ordered once, when all have answered, and waits for the reader's word where it is being read.
 */
export function useStandingView(
  view: View,
  { list, isRead }: ReturnType<typeof useReading>,
  { isGrowing, isSettled }: Growth,
) {
  const [isOrdered, setOrdered] = useState(false)
  const isBest = view.sort === 'best'
  useLayoutEffect(() => {
    // Chosen when all have answered, it is the reader's own wish.
    const isFree = !isBest || !isGrowing || !isRead()
    setOrdered((before) => isSettled && (before || isFree))
  }, [isBest, isGrowing, isSettled, isRead])
  const order = () => {
    setOrdered(true)
    list.current?.focus()
  }
  const isByPrice = isBest && !isOrdered
  const standing = useMemo<View>(() => (isByPrice ? { ...view, sort: 'price-asc' } : view), [view, isByPrice])
  return { standing, isHeld: isByPrice && isSettled, order }
}

'use client'
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { arrive, settled } from '../lib/arrivals'
import type { View } from '../lib/view'

/** Cards whose head stands in the window, or above it. */
const countSeen = (list: HTMLElement | null) =>
  [...(list?.querySelectorAll('article') ?? [])].filter((card) => card.getBoundingClientRect().top < window.innerHeight)
    .length

/**
 * `wanted` without movement under the reader's eyes while it grows (`isGrowing`). Another view is the reader's own
 * wish: all take their places at once.
 */
export function useArrivals(wanted: readonly Offer[], far: ReadonlySet<string>, view: View, isGrowing: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const placedFor = useRef(view)
  const [arrivals, setArrivals] = useState(() => settled(wanted, far))
  useLayoutEffect(() => {
    if (!isGrowing) return
    const isSameView = placedFor.current === view
    placedFor.current = view
    const seen = isSameView ? countSeen(list.current) : 0
    startTransition(() => setArrivals(({ shown }) => arrive(shown, wanted, seen, far)))
  }, [wanted, far, view, isGrowing])
  const showAll = useCallback(() => {
    setArrivals(settled(wanted, far))
    list.current?.focus()
  }, [wanted, far])
  // Where nothing is read yet, nothing has to stay.
  const isReading = isGrowing && arrivals.shown.length > 0
  return { ...(isReading ? arrivals : settled(wanted, far)), isEmpty: wanted.length === 0, list, showAll }
}

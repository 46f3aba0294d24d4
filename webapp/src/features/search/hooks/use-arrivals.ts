'use client'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
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
export function useArrivals(wanted: readonly Offer[], view: View, isGrowing: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const placedFor = useRef(view)
  const [arrivals, setArrivals] = useState(() => settled(wanted))
  useLayoutEffect(() => {
    const isSameView = placedFor.current === view
    placedFor.current = view
    setArrivals(({ shown }) => (isSameView ? arrive(shown, wanted, countSeen(list.current)) : settled(wanted)))
  }, [wanted, view])
  const showAll = useCallback(() => {
    setArrivals(settled(wanted))
    list.current?.focus()
  }, [wanted])
  return { ...(isGrowing ? arrivals : settled(wanted)), list, showAll }
}

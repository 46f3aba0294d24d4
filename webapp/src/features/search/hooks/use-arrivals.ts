'use client'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { arrive, settled } from '../lib/arrivals'
import type { View } from '../lib/view'

/** Cards whose head stands in the window, or above it. */
const countSeen = (list: HTMLElement | null) =>
  [...(list?.querySelectorAll('article') ?? [])].filter((card) => card.getBoundingClientRect().top < window.innerHeight)
    .length

const SIGNS = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Becomes true when somebody scrolls, presses or types: from then on the page is being read. */
function useIsRead() {
  const isRead = useRef(false)
  useEffect(() => {
    const ends = new AbortController()
    const note = () => {
      isRead.current = true
      ends.abort()
    }
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, signal: ends.signal })
    return () => ends.abort()
  }, [])
  return isRead
}

interface Growth {
  /** Offers come one by one. */
  isGrowing: boolean
  /** The last of them have come. */
  isSettled: boolean
}

/**
 * `wanted` without movement under the reader's eyes while it grows. Another view is the reader's own wish, and a page
 * that nobody has touched has no reader: then all take their places at once, as a list of another `turn`.
 */
export function useArrivals(
  wanted: readonly Offer[],
  far: ReadonlySet<string>,
  view: View,
  { isGrowing, isSettled }: Growth,
) {
  const list = useRef<HTMLDivElement>(null)
  const placedFor = useRef(view)
  const isRead = useIsRead()
  const [turn, setTurn] = useState(0)
  const [arrivals, setArrivals] = useState(() => settled(wanted, far))
  useLayoutEffect(() => {
    if (!isGrowing) return
    const isSameView = placedFor.current === view
    placedFor.current = view
    const isUnread = isSettled && !isRead.current
    const seen = isSameView && !isUnread ? countSeen(list.current) : 0
    startTransition(() => {
      setArrivals(({ shown }) => arrive(shown, wanted, seen, far))
      if (isUnread) setTurn((before) => before + 1)
    })
  }, [wanted, far, view, isGrowing, isSettled, isRead])
  const showAll = useCallback(() => {
    setArrivals(settled(wanted, far))
    list.current?.focus()
  }, [wanted, far])
  // Where nothing is read yet, nothing has to stay.
  const isReading = isGrowing && arrivals.shown.length > 0
  return { ...(isReading ? arrivals : settled(wanted, far)), isEmpty: wanted.length === 0, list, turn, showAll }
}

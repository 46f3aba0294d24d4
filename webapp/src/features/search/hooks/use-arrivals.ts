'use client'
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { arrive, settled } from '../lib/arrivals'
import type { View } from '../lib/view'
import { usePressed } from './use-pressed'

const OPEN = '[aria-expanded=true]'

/** The departures whose head stands in the window, or above it: whether each is open. */
const readSeen = (list: HTMLElement | null) =>
  [...(list?.children ?? [])]
    .filter((group) => group.getBoundingClientRect().top < window.innerHeight)
    .map((group) => group.querySelector(OPEN) !== null)

/**
 * The reader has left the head of the list, stands in it with the keyboard, or has opened a departure. A page that moved
 * a little by itself, as its header grew smaller, is not read yet.
 */
const isBeingRead = (list: HTMLElement | null) =>
  list !== null &&
  (list.getBoundingClientRect().top < 0 || list.contains(document.activeElement) || list.querySelector(OPEN) !== null)

interface Growth {
  /** Offers come one by one. */
  isGrowing: boolean
  /** The last of them have come. */
  isSettled: boolean
}

/**
 * `wanted` without movement under the reader's eyes while it grows. Another view is the reader's own wish, and
 * at the head of the list the right order counts for more once all have come: then all take their places at once, as a
 * list of another `turn`.
 */
export function useArrivals(
  wanted: readonly Offer[],
  far: ReadonlySet<string>,
  view: View,
  { isGrowing, isSettled }: Growth,
) {
  const list = useRef<HTMLDivElement>(null)
  const isPressed = usePressed(list)
  const placedFor = useRef(view)
  const [turn, setTurn] = useState(0)
  const [arrivals, setArrivals] = useState(() => settled(wanted, far))
  useLayoutEffect(() => {
    if (!isGrowing) return
    const isSameView = placedFor.current === view
    placedFor.current = view
    const isUnread = isSettled && !isBeingRead(list.current) && !isPressed()
    const seen = isSameView && !isUnread ? readSeen(list.current) : []
    startTransition(() => {
      setArrivals(({ shown }) => arrive(shown, wanted, seen, far))
      if (isUnread) setTurn((before) => before + 1)
    })
  }, [wanted, far, view, isGrowing, isSettled, isPressed])
  const showAll = useCallback(() => {
    setArrivals(settled(wanted, far))
    list.current?.focus()
  }, [wanted, far])
  // Where nothing is read yet, nothing has to stay.
  const isReading = isGrowing && arrivals.shown.length > 0
  return {
    ...(isReading ? arrivals : settled(wanted, far)),
    isEmpty: wanted.length === 0,
    count: wanted.length,
    list,
    turn,
    showAll,
  }
}

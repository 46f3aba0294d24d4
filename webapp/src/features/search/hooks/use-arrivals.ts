'use client'
import { startTransition, useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Offer } from '@/lib/api/types'
import { arrive, settled } from '../lib/arrivals'
import type { View } from '../lib/view'
import { OPEN, type useReading } from './use-reading'

/** The departures whose head stands in the window, or above it: whether each is open. */
const readSeen = (list: HTMLElement | null) =>
  [...(list?.children ?? [])]
    .filter((group) => group.getBoundingClientRect().top < window.innerHeight)
    .map((group) => group.querySelector(OPEN) !== null)

export interface Growth {
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
  { list, isRead }: ReturnType<typeof useReading>,
  wanted: readonly Offer[],
  far: ReadonlySet<string>,
  view: View,
  { isGrowing, isSettled }: Growth,
) {
  const placedFor = useRef(view)
  const [placed, setPlaced] = useState(() => ({ ...settled(wanted, far), view, count: wanted.length, turn: 0 }))
  const { turn } = placed
  // Where nothing is read yet, nothing has to stay.
  const isReading = isGrowing && placed.shown.length > 0
  // By what is on the screen: the `shown` of an update may belong to a transition that is not drawn yet.
  const hasPlaced = useEffectEvent(() => isReading)
  useLayoutEffect(() => {
    if (!isGrowing) return
    const isSameView = placedFor.current === view
    placedFor.current = view
    const isUnread = isSettled && !isRead()
    const seen = isSameView && !isUnread ? readSeen(list.current) : []
    // Before any is placed the whole list is on the screen, in its order: drawn anew it would lose a press or the focus.
    const step = isUnread && hasPlaced() ? 1 : 0
    startTransition(() => {
      setPlaced(({ shown, turn: before }) => ({
        ...arrive(shown, wanted, seen, far),
        view,
        count: wanted.length,
        turn: before + step,
      }))
    })
  }, [wanted, far, view, isGrowing, isSettled, list, isRead])
  const showAll = useCallback(() => {
    // In this turn, whatever was about to begin another one: the list keeps the focus.
    setPlaced({ ...settled(wanted, far), view, count: wanted.length, turn })
    list.current?.focus()
  }, [wanted, far, view, list, turn])
  // The same list until it changes: what goes by its offers is not worked out again.
  const whole = useMemo(() => settled(wanted, far), [wanted, far])
  return {
    // A long list takes its time to be drawn: its view and its count change with it.
    ...(isReading ? placed : { ...whole, view, count: wanted.length }),
    isEmpty: wanted.length === 0,
    list,
    turn,
    showAll,
  }
}

'use client'
import { type RefObject, useEffect, useRef } from 'react'
import type { Offer } from '@/lib/api/types'
import { groupByDeparture } from '../lib/departures'
import { moveFocus } from '../lib/move-focus'
import { newCard } from '../lib/new-card'

interface Asked {
  /** The ids of the offers that were there. */
  known: ReadonlySet<string>
  /** What had the focus. */
  from: Element | null
}

/** Once `await` is called, the focus goes on to the first card that comes, unless `forget` is called before. */
export function useNewCardFocus(list: RefObject<HTMLElement | null>, shown: readonly Offer[]) {
  const asked = useRef<Asked | null>(null)
  useEffect(() => {
    if (!asked.current) return
    const { known, from } = asked.current
    if (shown.every(({ id }) => known.has(id))) return
    asked.current = null
    if (isWaiting(from, list.current)) moveFocus(newCard(list.current, groupByDeparture(shown), known))
  }, [list, shown])
  return {
    await: () => {
      asked.current = { known: new Set(shown.map(({ id }) => id)), from: document.activeElement }
    },
    forget: () => {
      asked.current = null
    },
  }
}

/** The focus is where it was, or nowhere: not every browser gives it to a pressed button, and the button may be gone. */
function isWaiting(from: Element | null, list: Element | null) {
  const { activeElement } = document
  return activeElement === from || activeElement === null || activeElement.contains(list)
}

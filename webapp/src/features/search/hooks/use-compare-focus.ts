'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { moveFocus } from '../lib/move-focus'

/** Of the button that chooses an offer to be compared. */
export const compareButtonId = (offerId: string) => `compare-${offerId}`

/**
 * Once no flight is chosen, what was pressed to that end is gone with the bar or the table. The focus then goes to the
 * card of the flight that was chosen last, or to the `top` of the results where none of the flights has a card.
 */
export function useCompareFocus(chosen: readonly string[], top: RefObject<HTMLElement | null>) {
  const before = useRef(chosen)
  useEffect(() => {
    const last = before.current
    before.current = chosen
    if (chosen.length > 0 || last.length === 0 || document.activeElement !== document.body) return
    focusCard(last, top)
  }, [chosen, top])
}

/** Moves the focus to the card of the last of these flights that has one, or to the `top` of the results. */
export function focusCard(ids: readonly string[], top: RefObject<HTMLElement | null>) {
  const buttons = ids.map((id) => document.getElementById(compareButtonId(id)))
  moveFocus(buttons.findLast((button) => button !== null) ?? top.current)
}

'use client'
import { useCallback, useRef } from 'react'
import { usePressed } from './use-pressed'

/** The button of a departure that is open. */
export const OPEN = '.others[aria-expanded=true]'

/**
 * The reader has left the head of the list, stands in it with the keyboard, or has opened a departure. A page that moved
 * a little by itself, as its header grew smaller, is not read yet.
 */
const isBeingRead = (list: HTMLElement | null) =>
  list !== null &&
  (list.getBoundingClientRect().top < 0 || list.contains(document.activeElement) || list.querySelector(OPEN) !== null)

/** The list of offers, and whether somebody reads or presses it: then nothing in it may move by itself. */
export function useReading() {
  const list = useRef<HTMLDivElement>(null)
  const isPressed = usePressed(list)
  const isRead = useCallback(() => isBeingRead(list.current) || isPressed(), [isPressed])
  return { list, isRead }
}

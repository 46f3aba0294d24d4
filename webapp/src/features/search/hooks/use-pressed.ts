'use client'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** A finger's click comes a moment after it has gone up. */
const CLICK_MS = 400

/** Tells whether a finger or a mouse button is down in an element, or was a moment ago: what it presses has to stay. */
export function usePressed(element: RefObject<HTMLElement | null>) {
  const until = useRef(0)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && element.current?.contains(target)) until.current = Number.POSITIVE_INFINITY
    }
    const release = () => {
      until.current = Math.min(until.current, performance.now() + CLICK_MS)
    }
    // A finger that scrolls presses nothing.
    const cancel = () => {
      until.current = 0
    }
    document.addEventListener('pointerdown', press)
    document.addEventListener('pointerup', release)
    document.addEventListener('pointercancel', cancel)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('pointerup', release)
      document.removeEventListener('pointercancel', cancel)
    }
  }, [element])
  return useCallback(() => performance.now() < until.current, [])
}

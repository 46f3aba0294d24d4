import { type PointerEvent, useRef } from 'react'

const THRESHOLD_PX = 50

/** Pointer handlers for an element that follows the finger to the right and goes past 50 px. */
export function useSwipeRight(dismiss: () => void) {
  const startX = useRef<number | null>(null)
  const moveTo = (element: HTMLElement, distance: number) => {
    element.style.marginInlineStart = distance > 0 ? `${distance}px` : ''
  }
  const end = (event: PointerEvent<HTMLElement>, isCancelled: boolean) => {
    if (startX.current === null) return
    const distance = event.clientX - startX.current
    startX.current = null
    if (!isCancelled && distance >= THRESHOLD_PX) dismiss()
    else moveTo(event.currentTarget, 0)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return
      startX.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== null) moveTo(event.currentTarget, event.clientX - startX.current)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
  }
}

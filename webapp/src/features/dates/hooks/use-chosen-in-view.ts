'use client'
import { type RefObject, useEffect } from 'react'

/** A frame that scrolls by itself begins where the chosen dates stand, in the middle of what its fixed heads leave. */
export function useChosenInView(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const chosen = frame.current?.querySelector<HTMLElement>(':is(td, th):has([aria-current=true])')
    if (!frame.current || !chosen) return
    const { clientWidth, clientHeight } = frame.current
    const [above, before] = headsOf(frame.current)
    frame.current.scrollLeft = chosen.offsetLeft - (clientWidth + before - chosen.offsetWidth) / 2
    frame.current.scrollTop = chosen.offsetTop - (clientHeight + above - chosen.offsetHeight) / 2
  }, [frame])
}

/** How much fixed heads take of a frame, in pixels: at its top, and at its left. At its right they count below zero. */
function headsOf(frame: HTMLElement) {
  const { scrollPaddingTop, scrollPaddingInlineStart, direction } = getComputedStyle(frame)
  const before = Number.parseFloat(scrollPaddingInlineStart) || 0
  return [Number.parseFloat(scrollPaddingTop) || 0, direction === 'rtl' ? -before : before] as const
}

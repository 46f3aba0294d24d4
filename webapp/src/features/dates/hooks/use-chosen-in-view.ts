'use client'
import { type RefObject, useEffect } from 'react'

/** A frame that scrolls by itself begins where the chosen dates stand. */
export function useChosenInView(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const chosen = frame.current?.querySelector<HTMLElement>(':is(td, th):has([aria-current=true])')
    if (!frame.current || !chosen) return
    const { clientWidth, clientHeight } = frame.current
    frame.current.scrollLeft = chosen.offsetLeft - (clientWidth - chosen.offsetWidth) / 2
    frame.current.scrollTop = chosen.offsetTop - (clientHeight - chosen.offsetHeight) / 2
  }, [frame])
}

'use client'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Room for what a bar covers: the end of the page, the field with the focus, and what floats above the bar. */
export function useBarRoom(bar: RefObject<HTMLElement | null>) {
  const height = useHeight(bar)
  return {
    '@media (min-height: 26rem)': {
      ':root': { '--bar-room': `${height}px` },
      body: { paddingBottom: 'calc(var(--bar-room) + 0.5rem)' },
      html: { scrollPaddingBottom: 'calc(var(--bar-room) + 1.5rem)' },
    },
  }
}

/** In pixels: on a narrow phone the words and the buttons take a line each. */
function useHeight(ref: RefObject<HTMLElement | null>) {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return height
}

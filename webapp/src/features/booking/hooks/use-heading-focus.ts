'use client'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { reveal } from '@/lib/reveal'

/**
 * Gives the focus to the page's heading when another view has taken the place of the part that had it. `view` names
 * what is shown; `isSequel` says that even the first one takes the place of another.
 */
export function useHeadingFocus(view: string, isSequel: boolean) {
  const before = useRef(isSequel ? null : view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    if (document.activeElement === document.body) focusHeading()
  }, [view])
}

/** Gives the focus to the page's heading when the part of it that has the focus goes away. */
export function useFocusHandedOn(part: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading()
    }
  }, [part])
}

function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  reveal(heading)
}

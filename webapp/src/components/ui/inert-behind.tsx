'use client'
import { useLayoutEffect, useRef } from 'react'

/** Parts of the page that speak by themselves, and the ground of a dialog, which closes it. */
const KEPT = 'script, style, next-route-announcer, [aria-live], [role=status], [data-part=backdrop]'

function inertAround(element: Element) {
  const around = [...document.body.children].filter(
    (part) => !part.contains(element) && !part.hasAttribute('inert') && !part.matches(KEPT),
  )
  for (const part of around) part.setAttribute('inert', '')
  return () => {
    for (const part of around) part.removeAttribute('inert')
  }
}

/** From when the focus is in the dialog: what is inert loses the focus, and the dialog remembers who had it before. */
function inertOnceFocused(dialog: Element) {
  let end: (() => void) | undefined
  const begin = () => {
    end ??= inertAround(dialog)
  }
  if (dialog.contains(document.activeElement)) begin()
  else dialog.addEventListener('focusin', begin, { once: true })
  return () => {
    dialog.removeEventListener('focusin', begin)
    end?.()
  }
}

/**
 * Stands in what lies over the page. While that is open nothing behind it can be pressed, found or reached by a key.
 * It ends in time for the focus to go back to what opened the dialog.
 */
export function InertBehind({ isOpen }: { isOpen: boolean }) {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = mark.current?.parentElement
    return isOpen && dialog ? inertOnceFocused(dialog) : undefined
  }, [isOpen])
  return <span ref={mark} hidden />
}

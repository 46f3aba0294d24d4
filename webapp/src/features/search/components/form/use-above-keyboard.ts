'use client'
import { type RefObject, useEffect, useState } from 'react'
import { PHONE } from '@/lib/use-media'

/** No address bar is as high, and no on-screen keyboard as low. */
const KEYBOARD_PX = 120

/**
 * On a phone the keyboard covers the lower half of the screen. The field goes to the top when it takes the focus, so
 * that the list under it is seen above the keys.
 */
export function useAboveKeyboard(field: RefObject<HTMLElement | null>) {
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    if (!isFocused || !window.matchMedia(PHONE).matches) return
    const toTop = () => field.current?.scrollIntoView({ block: 'start' })
    toTop()
    return onKeyboard(toTop)
  }, [isFocused, field])
  return { onFocus: () => setFocused(true), onBlur: () => setFocused(false) }
}

/** The keyboard comes after the focus, and the browser may then move the page in its own way. */
function onKeyboard(act: () => void) {
  const viewport = window.visualViewport
  if (!viewport) return
  const before = viewport.height
  const look = () => {
    if (before - viewport.height < KEYBOARD_PX) return
    viewport.removeEventListener('resize', look)
    act()
  }
  viewport.addEventListener('resize', look)
  return () => viewport.removeEventListener('resize', look)
}

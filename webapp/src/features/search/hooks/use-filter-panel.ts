'use client'
import { useEffect, useRef, useState } from 'react'
import { moveFocus } from '../lib/move-focus'

/**
 * Whether the filters are open. Once they close, or a button that clears them is gone, their own button has the focus.
 * `onClosed` is called after they have closed.
 */
export function useFilterPanel(onClosed: () => void) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const focusButton = () => moveFocus(button.current)
  // Not before they are gone: as a sheet they keep the focus from the page.
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      moveFocus(button.current)
      onClosed()
    }
    wasOpen.current = isOpen
  }, [isOpen, onClosed])
  return { isOpen, toggle: () => setOpen(!isOpen), close: () => setOpen(false), button, focusButton }
}

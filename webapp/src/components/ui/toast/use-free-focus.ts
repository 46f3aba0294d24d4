import { type FocusEvent, type KeyboardEvent, useCallback, useRef } from 'react'
import { toaster } from './store'

/**
 * Lets the focus pass through the toasts. The library gives it back to where it came from as soon as it leaves them:
 * after the last link of a page Tab would lead to a toast and back, without end (WCAG 2.2, 2.1.2). So the library does
 * not hear of the focus; toasts stay while they have it, and it goes back only when a toast is dismissed.
 */
export function useFreeFocus() {
  const before = useRef<HTMLElement | null>(null)
  const giveBack = useCallback(() => before.current?.focus({ preventScroll: true }), [])
  const onFocusCapture = (event: FocusEvent) => {
    event.stopPropagation()
    if (isWithin(event)) return
    before.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
    // F8 leads here although no toast is shown: an empty region is no place to be.
    if (!event.currentTarget.querySelector('[data-part=root]')) return giveBack()
    toaster.pause()
  }
  const onBlurCapture = (event: FocusEvent) => {
    event.stopPropagation()
    if (!isWithin(event)) toaster.resume()
  }
  // A toast dismisses itself by it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') giveBack()
  }
  return { region: { onFocusCapture, onBlurCapture, onKeyDown }, giveBack }
}

const isWithin = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Node && currentTarget.contains(relatedTarget)

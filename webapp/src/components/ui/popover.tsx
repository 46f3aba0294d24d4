'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'

const Panel = chakra('div', {
  base: {
    position: 'absolute',
    zIndex: 'popover',
    bg: 'surface',
    color: 'fg',
    border: '1px solid {colors.line}',
    borderRadius: 'lg',
    shadow: 'popover',
    p: '4',
    scrollMargin: '1rem',
    animation: 'rise-in 200ms cubic-bezier(0.2, 0, 0, 1)',
  },
})

/**
 * Calls `close` on Escape, on a press outside of the element and when the focus leaves it. Escape gives the focus back
 * to what opened the popup.
 */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close

  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (!ref.current?.contains(target as Node)) latest.current()
    }
    // A press inside on what takes no focus gives it to whatever lies around: that is no leaving.
    const onFocus = ({ target }: FocusEvent) => {
      const isAround = (target as Node).contains(ref.current)
      if (!isAround && !ref.current?.contains(target as Node)) latest.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      latest.current()
      ref.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [ref, isOpen])
}

/**
 * A panel under its field, placed by its offset parent, that comes into sight whole and takes the focus. What opens it
 * owns the state.
 */
export function Popover(props: ComponentProps<typeof Panel>) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
    if (panel.current?.contains(document.activeElement)) return
    panel.current?.querySelector<HTMLElement>('button:enabled:not([aria-disabled=true]), a[href]')?.focus()
  }, [])
  return <Panel ref={panel} role="dialog" {...props} />
}

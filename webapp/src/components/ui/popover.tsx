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
    animation: 'rise-in 200ms cubic-bezier(0.2, 0, 0, 1)',
  },
})

/** Calls `close` on Escape and on a press outside of the element. */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) {
  const latest = useRef(close)
  latest.current = close

  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: PointerEvent) => {
      if (!ref.current?.contains(event.target as Node)) latest.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [ref, isOpen])
}

/** A panel under its field, placed by its offset parent. What opens it owns the state and the focus. */
export function Popover(props: ComponentProps<typeof Panel>) {
  return <Panel role="dialog" {...props} />
}

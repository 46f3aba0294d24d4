'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const OPEN_MS = 700
/** So soon after another tooltip the next one opens at once. */
const SKIP_MS = 300

const Root = chakra('span', { base: { position: 'relative', display: 'inline-grid' } })
const Content = chakra('span', {
  base: {
    position: 'absolute',
    zIndex: 'tooltip',
    bottom: 'calc(100% + 0.375rem)',
    left: '50%',
    translate: '-50% 0',
    px: '3',
    py: '2',
    borderRadius: 'md',
    border: '1px solid {colors.line}',
    bg: 'surface',
    color: 'ink',
    textStyle: 'xs',
    whiteSpace: 'nowrap',
    shadow: 'popover',
    animation: 'fade-in 200ms',
  },
})

/** When the last tooltip of the page was taken away. */
let closedAt = Number.NEGATIVE_INFINITY

function useHint() {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(true), performance.now() - closedAt < SKIP_MS ? 0 : OPEN_MS)
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (isOpen) closedAt = performance.now()
    setOpen(false)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])

  return { isOpen, show, hide }
}

/** Shows the name of a control that is an icon alone. Readers have its `aria-label`, so the hint is hidden from them. */
export function Tooltip({ content, children }: { content: string; children: ReactNode }) {
  const { isOpen, show, hide } = useHint()
  return (
    <Root onPointerEnter={show} onPointerLeave={hide} onFocus={show} onBlur={hide} onClick={hide}>
      {children}
      {isOpen && <Content aria-hidden="true">{content}</Content>}
    </Root>
  )
}

'use client'
import { Dialog as Ark } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useBackCloses } from '@/lib/use-back-closes'
import * as words from '@/messages/components/ui'
import { Button } from './button'
import { Icon } from './icon'
import { InertBehind } from './inert-behind'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** Its opener has made an entry of the history for it: Back closes it already. */
  hasOwnEntry?: boolean
  /** An alert is a question that must be answered: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** A drawer is as high as the page and has most of its width. */
  placement?: 'dialog' | 'drawer'
  /** Names the object: "Cancel New York to London?". */
  title: ReactNode
  children: ReactNode
  /** Buttons, the safe one first. */
  footer?: ReactNode
}

/**
 * A dialog on a desk, a bottom sheet on a phone. Load it with `next/dynamic`: it is heavy and never needed at first.
 */
export function Dialog({ isOpen, onClose, hasOwnEntry, role, placement = 'dialog', title, children, footer }: Props) {
  useBackCloses(isOpen && !hasOwnEntry, onClose)
  const actions = useRef<HTMLDivElement>(null)
  const titleId = useId()
  // A question begins at its safe answer (WAI-ARIA: the least destructive action), and not at Close.
  const safeAnswer = () => actions.current?.querySelector('button') ?? null
  // A dialog that closes beneath this one gives the focus back to the page a moment later: nobody has left this one.
  return (
    <Ark.Root
      role={role}
      placement={placement as never}
      open={isOpen}
      onOpenChange={(event) => !event.open && onClose()}
      initialFocusEl={role === 'alertdialog' ? safeAnswer : undefined}
      onFocusOutside={(event) => event.preventDefault()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop />
        <Ark.Positioner>
          <Ark.Content>
            <InertBehind isOpen={isOpen} />
            <Ark.Header>
              <Ark.Title>
                <span id={titleId}>{title}</span>
              </Ark.Title>
              <Ark.CloseTrigger asChild>
                <Button variant="ghost" size="icon" aria-label={words.close} mt="-2" me="-2" color="fg.muted">
                  <Icon name="close" />
                </Button>
              </Ark.CloseTrigger>
            </Ark.Header>
            <Body titleId={titleId}>{children}</Body>
            {footer && <Ark.Footer ref={actions}>{footer}</Ark.Footer>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

/** Takes the focus when there is more in it than fits: a reader without a pointer scrolls by the arrow keys. */
function Body({ titleId, children }: { titleId: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const look = () => setScrolls(!!body.current && body.current.scrollHeight > body.current.clientHeight)
    const observer = new ResizeObserver(look)
    for (const { current } of [body, content]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <Ark.Body ref={body} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-labelledby': titleId })}>
      <div ref={content}>{children}</div>
    </Ark.Body>
  )
}

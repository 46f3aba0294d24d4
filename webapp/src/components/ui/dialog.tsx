'use client'
import { Dialog as Ark } from '@chakra-ui/react/dialog'
import { Portal } from '@chakra-ui/react/portal'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Icon } from './icon'

interface Props {
  isOpen: boolean
  onClose: () => void
  /** An alert is a question that must be answered: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** Names the object: "Cancel New York to London?". */
  title: ReactNode
  children: ReactNode
  /** Buttons, the safe one first. */
  footer?: ReactNode
}

/**
 * A dialog on a desk, a bottom sheet on a phone. Load it with `next/dynamic`: it is heavy and never needed at first.
 */
export function Dialog({ isOpen, onClose, role, title, children, footer }: Props) {
  return (
    <Ark.Root role={role} open={isOpen} onOpenChange={(event) => !event.open && onClose()} lazyMount unmountOnExit>
      <Portal>
        <Ark.Backdrop />
        <Ark.Positioner>
          <Ark.Content>
            <Ark.Header>
              <Ark.Title>{title}</Ark.Title>
              <Ark.CloseTrigger asChild>
                <Button variant="ghost" size="icon" aria-label="Close" mt="-2" mr="-2" color="fg.muted">
                  <Icon name="close" />
                </Button>
              </Ark.CloseTrigger>
            </Ark.Header>
            <Ark.Body>{children}</Ark.Body>
            {footer && <Ark.Footer>{footer}</Ark.Footer>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

'use client'
import { Portal } from '@chakra-ui/react/portal'
import { Tooltip as Ark } from '@chakra-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A hint on hover and focus after 700 ms. Nothing that is needed may stand in one alone. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  return (
    <Ark.Root openDelay={700} closeDelay={300}>
      <Ark.Trigger asChild>{children}</Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content>{content}</Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Toaster as ChakraToaster, Toast } from '@chakra-ui/react/toast'
import type { ReactNode } from 'react'
import * as words from '@/messages/components/toasts'
import { Button } from '../button'
import { Icon } from '../icon'
import { toaster } from './store'
import { useFreeFocus } from './use-free-focus'
import { useSwipeRight } from './use-swipe-right'

const Mark = chakra('span', {
  base: { display: 'grid', placeItems: 'center', boxSize: '9', borderRadius: 'md' },
  variants: {
    type: {
      info: { bg: 'info.soft', color: 'info.fg' },
      success: { bg: 'success.soft', color: 'success.fg' },
      warning: { bg: 'warning.soft', color: 'warning.fg' },
      error: { bg: 'error.soft', color: 'error.fg' },
    },
  },
})
const icons = { info: 'info', success: 'ok', warning: 'alert', error: 'alert' } as const
type Kind = keyof typeof icons

interface Props {
  id: string
  type: Kind
  title: ReactNode
  description?: ReactNode
  onDismiss: () => void
}

function SwipeableToast({ id, type, title, description, onDismiss }: Props) {
  const swipe = useSwipeRight(() => toaster.dismiss(id))
  return (
    // The region around it announces what is put into it: a status of its own would be announced again. What went wrong
    // is announced by the page, where it stays.
    <Toast.Root {...swipe} role="group" aria-live={type === 'error' ? 'off' : undefined}>
      <Mark type={type}>
        <Icon name={icons[type]} />
      </Mark>
      <div>
        <Toast.Title>{title}</Toast.Title>
        {description && <Toast.Description>{description}</Toast.Description>}
      </div>
      <Toast.CloseTrigger asChild>
        <Button variant="ghost" size="sm" aria-label={words.dismiss} px="2" color="fg.muted" onClick={onDismiss}>
          <Icon name="close" size="sm" />
        </Button>
      </Toast.CloseTrigger>
    </Toast.Root>
  )
}

/** The region of the toasts: F8 moves the focus there. */
export function Toaster() {
  const { region, giveBack } = useFreeFocus()
  return (
    <ChakraToaster toaster={toaster} aria-label={words.toasts} {...region}>
      {(toast) => (
        <SwipeableToast
          id={toast.id ?? ''}
          type={toast.type && toast.type in icons ? (toast.type as Kind) : 'info'}
          title={toast.title}
          description={toast.description}
          onDismiss={giveBack}
        />
      )}
    </ChakraToaster>
  )
}

'use client'
import type { ReactNode } from 'react'
import { BusyButton } from './busy-button'
import { Button } from './button'
import { Dialog } from './dialog'

interface Props {
  /** Names what it is about: "Delete the message from Maya Okafor?". */
  title: ReactNode
  children: ReactNode
  /** The safe answer: it closes the question. */
  keep: ReactNode
  /** The other answer, or that it is under way. */
  act: ReactNode
  onAct?: () => void
  /** The form in `children` that `act` sends. */
  form?: string
  /** What was answered is under way: until it is done the question stays. */
  isBusy?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone, or that many would notice. Load it like `Dialog`. */
export function Question({ title, children, keep, act, onAct, form, isBusy = false, onClose }: Props) {
  const close = () => !isBusy && onClose()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            {keep}
          </Button>
          <BusyButton
            type={form ? 'submit' : 'button'}
            form={form}
            variant="destructive"
            isBusy={isBusy}
            onClick={onAct}
          >
            {act}
          </BusyButton>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import * as words from '@/messages/admin/mode'
import { modeOf } from '../hooks/use-mode-switch'

interface Props {
  toLive: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Either way is a question that must be answered: it changes what every customer of every brand buys. */
export function ModeDialog({ toLive, onConfirm, onClose }: Props) {
  const [to, from] = [modeOf(toLive), modeOf(!toLive)]
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={words.question({ mode: to })}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {words.stay({ mode: from })}
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            {words.confirm({ mode: to })}
          </Button>
        </>
      }
    >
      <Notice tone="warning">{toLive ? words.toLive : words.toTest}</Notice>
      <Text>{words.bookingsStay({ mode: from })}</Text>
    </Dialog>
  )
}

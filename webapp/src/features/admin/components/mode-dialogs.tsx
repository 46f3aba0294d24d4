'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'

interface Props {
  toLive: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Either way is a question that must be answered: it changes what every customer of every brand buys. */
export function ModeDialog({ toLive, onConfirm, onClose }: Props) {
  const [to, from] = toLive ? ['live', 'test'] : ['test', 'live']
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={`Switch to ${to} mode?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Stay in {from} mode
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            Switch to {to} mode
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        {toLive
          ? 'Every new booking on every brand will be real: tickets are issued and payments are taken from real cards.'
          : 'Every new booking on every brand will be for practice: nobody gets a ticket, and no card is charged.'}
      </Notice>
      <Text>
        Bookings made in {from} mode stay in {from} mode.
      </Text>
    </Dialog>
  )
}

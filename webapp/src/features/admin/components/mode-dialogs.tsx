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
  const [to, from] = toLive ? ['Live', 'Test'] : ['Test', 'Live']
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={`Switch to ${to.toLowerCase()} mode?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Stay in {from} Mode
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            Switch to {to} Mode
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        {toLive
          ? 'From then on every booking on every brand is real: tickets are issued and payments are taken from real cards.'
          : 'From then on every booking on every brand is for practice: nobody gets a ticket, and no card is charged.'}
      </Notice>
      <Text>
        Bookings that began in {from.toLowerCase()} mode end in {from.toLowerCase()} mode.
      </Text>
    </Dialog>
  )
}

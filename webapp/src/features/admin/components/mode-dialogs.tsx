'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'

interface LiveProps {
  onConfirm: () => void
  onClose: () => void
}

/** Going live is a question that must be answered. */
export function LiveDialog({ onConfirm, onClose }: LiveProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Switch to live mode?"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Stay in Test Mode
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            Switch to Live Mode
          </Button>
        </>
      }
    >
      <Notice tone="warning">
        From then on every booking on every brand is real: tickets are issued and payments are taken from real cards.
      </Notice>
      <Text>Bookings that began in test mode end in test mode.</Text>
    </Dialog>
  )
}

'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Text } from '@/components/ui/layout'

interface Props {
  name: string
  isBusy: boolean
  onDelete: () => void
  onClose: () => void
}

export function DeleteDialog({ name, isBusy, onDelete, onClose }: Props) {
  const close = () => !isBusy && onClose()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={`Delete ${name}?`}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            No, Keep Brand
          </Button>
          <Button variant="destructive" disabled={isBusy} onClick={onDelete}>
            {isBusy ? 'Deleting…' : 'Yes, Delete Brand'}
          </Button>
        </>
      }
    >
      <Text>
        Its address shows the default brand from then on. Accounts and bookings of its travellers are kept, but cannot
        be reached until a brand with this key is made again.
      </Text>
    </Dialog>
  )
}

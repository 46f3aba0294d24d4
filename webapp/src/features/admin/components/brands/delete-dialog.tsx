'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'

interface Props {
  name: string
  isBusy: boolean
  /** Why it was not deleted. */
  failure?: string
  onDelete: () => void
  onClose: () => void
}

export function DeleteDialog({ name, isBusy, failure, onDelete, onClose }: Props) {
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
            No, keep brand
          </Button>
          <Button variant="destructive" disabled={isBusy} onClick={onDelete}>
            {isBusy ? 'Deleting…' : 'Yes, delete brand'}
          </Button>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <Text>
          Its address will show the default brand. We keep its travelers’ accounts and past trips, but nobody can open
          them until you create a brand with this key again.
        </Text>
        {failure && (
          <Notice tone="error" role="alert">
            <strong>Not deleted.</strong> {failure}
          </Notice>
        )}
      </Stack>
    </Dialog>
  )
}

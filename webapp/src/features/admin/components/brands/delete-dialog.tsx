'use client'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/admin/brands'
import * as uiWords from '@/messages/components/ui'
import * as buttons from '@/messages/lib/buttons'

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
      title={words.deleteQuestion({ name })}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            {words.keepBrand}
          </Button>
          <Button variant="destructive" disabled={isBusy} onClick={onDelete}>
            {isBusy ? buttons.deleting : words.confirmDelete}
          </Button>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <Text>{words.deleteText}</Text>
        {failure && (
          <Notice tone="error" role="alert">
            {uiWords.failure({ title: words.notDeleted, reason: failure, strong })}
          </Notice>
        )}
      </Stack>
    </Dialog>
  )
}

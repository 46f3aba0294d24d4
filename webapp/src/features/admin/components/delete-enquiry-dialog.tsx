'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { notify } from '@/components/ui/toast/notify'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { Enquiry } from '@/lib/api/types'
import { deleteEnquiry } from '../api/enquiries'

const wordsOf = ({ kind, name, email }: Enquiry) =>
  kind === 'subscribe'
    ? {
        title: `Unsubscribe ${email}?`,
        effect:
          'The address is forgotten here. It may subscribe again. Take it off lists that you keep elsewhere, too.',
        act: 'Yes, Unsubscribe',
        done: `${email} is unsubscribed.`,
      }
    : {
        title: `Delete the message from ${name || email}?`,
        effect: 'It is forgotten here and cannot be brought back. The mail that the brand was sent is not touched.',
        act: 'Yes, Delete',
        done: 'The message is deleted.',
      }

interface Props {
  of: Enquiry
  onDeleted: () => Promise<unknown>
  onClose: () => void
}

/** What is deleted is gone: the question names it. */
export default function DeleteEnquiryDialog({ of, onDeleted, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const words = wordsOf(of)
  const close = () => !isBusy && onClose()

  const remove = async () => {
    setBusy(true)
    setFailure('')
    try {
      await deleteEnquiry(of.id)
      void notify({ type: 'success', title: 'Enquiries', description: words.done })
      await onDeleted()
      onClose()
    } catch (error) {
      const reason = reasonOf(error, TRY_LATER)
      setFailure(reason)
      void notify({ type: 'error', title: 'Error', description: reason })
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={words.title}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            No, Keep It
          </Button>
          <Button variant="destructive" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? 'Deleting…' : words.act}
          </Button>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <Text>{words.effect}</Text>
        {failure && (
          <Notice tone="error" role="alert">
            {failure}
          </Notice>
        )}
      </Stack>
    </Dialog>
  )
}

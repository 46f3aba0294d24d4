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
        effect: 'We delete this address. If you keep other mailing lists, remove it there too.',
        act: 'Yes, unsubscribe',
        done: `${email} is unsubscribed.`,
      }
    : {
        title: `Delete the message from ${name || email}?`,
        effect: 'We delete it for good. The copy in the brand’s mailbox stays.',
        act: 'Yes, delete',
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
      void notify({ type: 'success', title: 'Messages', description: words.done })
      await onDeleted()
      onClose()
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
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
            No, keep it
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

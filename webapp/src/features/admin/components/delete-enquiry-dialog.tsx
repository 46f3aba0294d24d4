'use client'
import { useState } from 'react'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Question } from '@/components/ui/question'
import { notify } from '@/components/ui/toast/notify'
import { TRY_LATER } from '@/lib/api/error'
import type { Enquiry } from '@/lib/api/types'
import * as words from '@/messages/admin/enquiries'
import * as buttons from '@/messages/lib/buttons'
import { deleteEnquiry } from '../api/enquiries'
import { reasonForStaff } from '../lib/reason'

const questionOf = ({ kind, name, email }: Enquiry) =>
  kind === 'subscribe'
    ? {
        title: words.unsubscribeTitle({ email }),
        effect: words.unsubscribeEffect,
        act: words.unsubscribe,
        done: words.unsubscribed({ email }),
      }
    : {
        title: words.deleteTitle({ sender: name || email }),
        effect: words.deleteEffect,
        act: words.deleteMessage,
        done: words.deleted,
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
  const question = questionOf(of)

  const remove = async () => {
    setBusy(true)
    setFailure('')
    try {
      await deleteEnquiry(of.id)
      void notify({ type: 'success', title: words.doneTitle, description: question.done })
      await onDeleted()
      onClose()
    } catch (error) {
      setFailure(reasonForStaff(error, TRY_LATER))
      setBusy(false)
    }
  }
  return (
    <Question
      title={question.title}
      keep={words.keep}
      act={isBusy ? buttons.deleting : question.act}
      onAct={() => void remove()}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Stack justifyItems="stretch">
        <Text>{question.effect}</Text>
        {failure && (
          <Notice tone="error" role="alert">
            {failure}
          </Notice>
        )}
      </Stack>
    </Question>
  )
}

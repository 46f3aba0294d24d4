'use client'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Question } from '@/components/ui/question'
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
  return (
    <Question
      title={words.deleteQuestion({ name })}
      keep={words.keepBrand}
      act={isBusy ? buttons.deleting : words.confirmDelete}
      onAct={onDelete}
      isBusy={isBusy}
      onClose={onClose}
    >
      <Stack justifyItems="stretch">
        <Text>{words.deleteText}</Text>
        {failure && (
          <Notice tone="error" role="alert">
            {uiWords.failure({ title: words.notDeleted, reason: failure, strong })}
          </Notice>
        )}
      </Stack>
    </Question>
  )
}

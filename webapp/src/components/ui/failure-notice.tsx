import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/components/ui'

/** Why the form was not taken, above its fields. */
export function FailureNotice({ title, words: reason }: { title: string; words: string }) {
  if (!reason) return null
  return (
    <Notice tone="error" role="alert">
      {words.failure({ title, reason, strong })}
    </Notice>
  )
}

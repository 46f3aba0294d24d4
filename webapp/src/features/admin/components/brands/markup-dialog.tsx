'use client'
import { Text } from '@/components/ui/layout'
import { Question } from '@/components/ui/question'
import * as words from '@/messages/admin/brands'
import type { largeMarkupStep } from '../../lib/brand-draft'

interface Props {
  step: NonNullable<ReturnType<typeof largeMarkupStep>>
  /** The markup in percent, as it is and as it is typed. */
  before: string
  after: string
  onPublish: () => void
  onClose: () => void
}

/** Asks before a markup that may be a slip changes what every traveller pays. Its title is read out with both prices. */
export function MarkupDialog({ step, before, after, onPublish, onClose }: Props) {
  return (
    <Question
      title={words.markupQuestion({ fare: step.fare, after: step.after, before: step.before })}
      keep={words.keepMarkup}
      act={words.confirmMarkup}
      onAct={onPublish}
      onClose={onClose}
    >
      <Text>{words.markupText({ before, after })}</Text>
    </Question>
  )
}

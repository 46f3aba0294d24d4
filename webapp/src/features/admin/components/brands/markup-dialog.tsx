'use client'
import { Text } from '@/components/ui/layout'
import { Question } from '@/components/ui/question'
import * as words from '@/messages/admin/brands'
import type { MarkupToAsk } from '../../lib/brand-draft'

interface Props extends MarkupToAsk {
  /** The version that brings the markup back; nothing where it was typed. */
  restored?: number
  onPublish: () => void
  onClose: () => void
}

/** Asks before a markup that may be a slip changes what every traveller pays. Its title is read out with both prices. */
export function MarkupDialog({ step, before, after, restored, onPublish, onClose }: Props) {
  const isTyped = restored === undefined
  return (
    <Question
      title={words.markupQuestion({ fare: step.fare, after: step.after, before: step.before })}
      keep={words.keepMarkup}
      act={isTyped ? words.confirmMarkup : words.confirmRestore}
      onAct={onPublish}
      onClose={onClose}
    >
      <Text>
        {isTyped ? words.markupText({ before, after }) : words.restoredMarkupText({ version: restored, before, after })}
      </Text>
    </Question>
  )
}

'use client'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Question } from '@/components/ui/question'
import * as words from '@/messages/admin/mode'
import { modeOf } from '../hooks/use-mode-switch'

interface Props {
  toLive: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Either way is a question that must be answered: it changes what every customer of every brand buys. */
export function ModeDialog({ toLive, onConfirm, onClose }: Props) {
  const [to, from] = [modeOf(toLive), modeOf(!toLive)]
  return (
    <Question
      title={words.question({ mode: to })}
      keep={words.stay({ mode: from })}
      act={words.confirm({ mode: to })}
      onAct={onConfirm}
      onClose={onClose}
    >
      <Notice tone="warning">{toLive ? words.toLive : words.toTest}</Notice>
      <Text>{words.bookingsStay({ mode: from })}</Text>
    </Question>
  )
}

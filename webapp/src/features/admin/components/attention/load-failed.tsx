'use client'
import { BusyButton } from '@/components/ui/busy-button'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { TRY_LATER } from '@/lib/api/error'
import { useRetry } from '@/lib/use-retry'
import * as words from '@/messages/admin/attention/case'
import * as failureWords from '@/messages/lib/failures'
import { reasonForStaff } from '../../lib/reason'

interface Props {
  error: unknown
  /** What could not be loaded, in a sentence. */
  sentence?: string
  ask: () => Promise<unknown>
}

/** A list that could not be loaded, and the way to try it again. */
export function LoadFailed({ error, sentence = words.listNotLoaded, ask }: Props) {
  const { isTrying, retry } = useRetry(ask)
  return (
    <Stack justifyItems="start">
      <Notice tone="error" role="alert">
        {sentence} {reasonForStaff(error, TRY_LATER)}
      </Notice>
      <BusyButton variant="outline" isBusy={isTrying} onClick={retry}>
        {isTrying ? failureWords.trying : failureWords.tryAgain}
      </BusyButton>
    </Stack>
  )
}

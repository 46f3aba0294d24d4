'use client'
import { BusyButton } from '@/components/ui/busy-button'
import { Card } from '@/components/ui/card'
import { Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { TRY_LATER } from '@/lib/api/error'
import { useRetry } from '@/lib/use-retry'
import * as words from '@/messages/admin/brands'
import * as failureWords from '@/messages/lib/failures'
import { reasonForStaff } from '../../lib/reason'

export function LoadFailed({ error, ask }: { error: Error; ask: () => Promise<unknown> }) {
  const { isTrying, retry } = useRetry(ask)
  return (
    <Void
      drawing="broken"
      role="alert"
      title={words.loadFailed}
      actions={
        <BusyButton onClick={retry} isBusy={isTrying}>
          {isTrying ? failureWords.trying : failureWords.tryAgain}
        </BusyButton>
      }
    >
      <p>{reasonForStaff(error, TRY_LATER)}</p>
    </Void>
  )
}

export function EditorSkeleton() {
  return (
    // As high as a window: what stands below the form is not seen to move down.
    <Card padded aria-busy="true" minH="100dvh" alignContent="start">
      <Stack>
        <Text role="status" color="fg.muted">
          {words.loading}
        </Text>
        <Skeleton h="8" maxW="16rem" />
        <Skeleton h="8" />
        <Skeleton h="8" />
      </Stack>
    </Card>
  )
}

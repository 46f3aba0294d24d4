'use client'
import { Button } from '@/components/ui/button'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { useRetry } from '@/lib/use-retry'

interface Props {
  error: unknown
  /** Within "We couldn’t load …". */
  what?: string
  ask: () => Promise<unknown>
}

/** A list that could not be loaded, and the way to try it again. */
export function LoadFailed({ error, what = 'this list', ask }: Props) {
  const { isTrying, retry } = useRetry(ask)
  return (
    <Stack justifyItems="start">
      <Notice tone="error" role="alert">
        We couldn’t load {what}. {reasonOf(error, TRY_LATER)}
      </Notice>
      <Button variant="outline" disabled={isTrying} onClick={retry}>
        {isTrying ? 'Trying…' : 'Try Again'}
      </Button>
    </Stack>
  )
}

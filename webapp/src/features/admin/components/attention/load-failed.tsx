'use client'
import { Button } from '@/components/ui/button'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'

/** A list that could not be loaded, and the way to try it again. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack justifyItems="start">
      <Notice tone="error" role="alert">
        The list could not be loaded. {reasonOf(error, TRY_LATER)}
      </Notice>
      <Button variant="outline" onClick={onRetry}>
        Try Again
      </Button>
    </Stack>
  )
}

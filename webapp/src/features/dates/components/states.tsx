'use client'
import { BusyButton } from '@/components/ui/busy-button'
import { Box, Hidden, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { FareDates } from '@/lib/api/types'
import * as words from '@/messages/dates/panel'
import * as failureWords from '@/messages/lib/failures'
import { GRAPH_HEIGHT, type Heights } from '../lib/panel-height'

/** As high as what it keeps the place of. */
export const Loading = ({ height }: { height: string | Heights }) => (
  <Box aria-busy="true">
    <Hidden role="status">{words.loading}</Hidden>
    <Skeleton h={height} />
  </Box>
)

export const GraphLoading = () => <Loading height={GRAPH_HEIGHT} />

const notices: Record<string, string> = {
  TOO_MANY_PASSENGERS: words.tooManySeats,
  TOO_MANY_INFANTS: words.tooFewLaps,
}

/** In place of dates: why there are none, by the code of the answer's notice. */
export const Off = ({ notice }: { notice: FareDates['notice'] }) => (
  <Text color="fg.muted">{notices[notice?.code ?? ''] ?? words.off}</Text>
)

interface FailedProps {
  error: Error
  isTrying: boolean
  onRetry: () => void
}

export function Failed({ error, isTrying, onRetry }: FailedProps) {
  return (
    <Notice tone="warning" role="alert">
      <Text mb="2">
        <strong>{words.failed}</strong> {reasonOf(error, TRY_LATER)}
      </Text>
      <BusyButton variant="outline" isBusy={isTrying} onClick={onRetry}>
        {isTrying ? failureWords.trying : failureWords.tryAgain}
      </BusyButton>
    </Notice>
  )
}

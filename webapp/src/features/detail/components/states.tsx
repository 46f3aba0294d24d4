'use client'
import { AirlineWait } from '@/components/offer/airline-wait'
import { OfferGone } from '@/components/offer/offer-gone'
import { EarlierNotice } from '@/components/trip/earlier-notice'
import { Arc } from '@/components/ui/arc'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Box, Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { ApiError, reasonOf } from '@/lib/api/error'
import { replacementOf } from '@/lib/api/offers'
import type { Price } from '@/lib/api/types'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import { useReplacement } from '@/lib/api/use-replacement'
import * as words from '@/messages/detail'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import { showOffer } from '../lib/show-offer'

interface ErrorProps {
  offerId: string
  error: Error
  backHref: string
  isTrying: boolean
  onRetry: () => void
  /** What this browser has booked for the same journey. */
  earlier: EarlierTrip | null
  /** What the offer cost when it was chosen; null where that is not known. */
  before: Price | null
}

/** An expired offer cannot be tried again; its flights may be had under another one. */
export function LoadError({ offerId, error, backHref, isTrying, onRetry, earlier, before }: ErrorProps) {
  const problem = error instanceof ApiError ? error : null
  const replacement = useReplacement(offerId, replacementOf(error), showOffer)
  if (replacement) {
    return (
      <OfferGone
        replacement={replacement}
        earlier={earlier}
        before={before}
        backHref={backHref}
        backLabel={buttons.backToResults}
      />
    )
  }
  const isFinal = problem?.isRefusal === true
  return (
    <Stack gap="6">
      {earlier && <EarlierNotice trip={earlier} />}
      <Void
        drawing="broken"
        title={words.loadFailed}
        level={1}
        role="alert"
        actions={
          <>
            {!isFinal && (
              <BusyButton onClick={onRetry} isBusy={isTrying}>
                {isTrying ? failureWords.trying : failureWords.tryAgain}
              </BusyButton>
            )}
            <ButtonLink href={backHref} variant={isFinal ? 'default' : 'outline'}>
              {buttons.backToResults}
            </ButtonLink>
          </>
        }
      >
        <p>{reasonOf(error, words.loadFailedWhy)}</p>
        {problem?.status !== 404 && problem?.requestId && (
          <p>{failureWords.supportReference({ requestId: problem.requestId })}</p>
        )}
      </Void>
    </Stack>
  )
}

export const columns = {
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 22rem' },
  gap: { base: '6', lg: '8' },
  alignItems: 'start',
} as const

export const pagePadding = { base: '4', lg: '8' } as const

/** In the place of the map. */
const Asking = () => (
  <Card
    padded
    display="grid"
    alignContent="center"
    justifyItems="center"
    gap="3"
    h={{ base: '20rem', md: '15.5rem' }}
    textAlign="center"
  >
    <Box color="route" css={{ '& svg': { w: '24', h: '8' } }}>
      <Arc isLooping />
    </Box>
    <Text role="status" textStyle="h3" color="ink">
      {words.loading}
    </Text>
    <AirlineWait maxW="26rem">{words.askingAirline}</AirlineWait>
  </Card>
)

/** The page's own grid, so that nothing moves when the offer is there. */
export function Loading() {
  return (
    <Box {...columns} aria-busy="true">
      <Stack gap="6">
        <Asking />
        <Skeleton h="14" maxW="24rem" />
        <Card h="19rem" />
        <Card h="19rem" />
      </Stack>
      <Card padded>
        <Stack>
          <Skeleton w="60%" h="6" />
          <Skeleton />
          <Skeleton />
          <Skeleton h="9" />
          <Skeleton h="13" />
        </Stack>
      </Card>
    </Box>
  )
}

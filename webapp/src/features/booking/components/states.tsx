'use client'
import { AirlineWait } from '@/components/offer/airline-wait'
import { OfferGone } from '@/components/offer/offer-gone'
import { EarlierNotice } from '@/components/trip/earlier-notice'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Hidden, Stack } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import type { EarlierTrip } from '@/lib/api/use-earlier-trip'
import type { ReplacementOffer } from '@/lib/api/use-replacement'
import * as words from '@/messages/booking/flow'
import * as buttons from '@/messages/lib/buttons'
import * as failures from '@/messages/lib/failures'

interface ErrorProps {
  error: Error
  backHref: string
  isTrying: boolean
  onRetry: () => void
  /** What this browser has booked for the same journey. */
  earlier?: EarlierTrip | null
  /** Of an offer that is gone. */
  replacement?: ReplacementOffer | null
}

/** There is no such offer, or none that this browser may see. */
export const isUnknown = (error: Error) => error instanceof ApiError && error.status === 404

/** The offer could not be read: it is unknown, it is gone, or nobody answers. */
export function LoadError({ error, backHref, isTrying, onRetry, earlier = null, replacement = null }: ErrorProps) {
  const problem = error instanceof ApiError ? error : null
  const isFinal = problem?.isRefusal === true
  if (replacement) {
    return (
      <OfferGone replacement={replacement} earlier={earlier} backHref={backHref} backLabel={buttons.backToResults} />
    )
  }
  return (
    <Stack gap="6">
      {earlier && <EarlierNotice trip={earlier} />}
      <Void
        drawing="broken"
        level={1}
        title={isUnknown(error) ? words.offerNotFound : words.loadFailed}
        role="alert"
        actions={
          <>
            {!isFinal && (
              <BusyButton isBusy={isTrying} onClick={onRetry}>
                {isTrying ? failures.trying : failures.tryAgain}
              </BusyButton>
            )}
            <ButtonLink href={backHref} variant={isFinal ? 'default' : 'outline'}>
              {buttons.backToResults}
            </ButtonLink>
          </>
        }
      >
        <p>{reasonOf(error, TRY_LATER)}</p>
        {!isUnknown(error) && problem?.requestId && (
          <p>{failures.supportReference({ requestId: problem.requestId })}</p>
        )}
      </Void>
    </Stack>
  )
}

export function Loading() {
  return (
    <Stack gap="6" aria-busy="true">
      <AirlineWait minH="6">
        <Hidden>{words.loadingFlight}</Hidden>
      </AirlineWait>
      <Skeleton h="9" maxW="18rem" />
      <Card padded>
        <Stack gap="6">
          <Skeleton h="9" maxW="14rem" />
          <Skeleton h="12" />
          <Skeleton h="12" />
          <Skeleton h="12" />
        </Stack>
      </Card>
    </Stack>
  )
}

/** In the place of the trip's summary, until it is known. */
export function LoadingSummary() {
  return (
    <Card padded aria-hidden="true">
      <Stack gap="5">
        <Skeleton h="6" maxW="8rem" />
        <Skeleton h="12" />
        <Skeleton h="20" />
      </Stack>
    </Card>
  )
}

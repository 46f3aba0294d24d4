'use client'
import type { ComponentProps } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { type Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Box, Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Void } from '@/components/ui/void'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import { routes, withQuery } from '@/lib/routes'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/trips/states'
import type { TripGroup } from '../lib/trips'

export function SignedOut() {
  return (
    <Void
      drawing="unfinished"
      title={words.signedOut}
      actions={
        <>
          <ButtonLink href={withQuery(routes.login, { redirect: routes.myTrips })}>{buttons.signIn}</ButtonLink>
          <ButtonLink href={withQuery(routes.register, { redirect: routes.myTrips })} variant="outline">
            {words.createAccount}
          </ButtonLink>
        </>
      }
    >
      <p>{words.whySignIn}</p>
      <p>{words.asGuest({ link: (text) => <AppLink href={routes.trip}>{text}</AppLink> })}</p>
    </Void>
  )
}

/** The list's own shape, words in the place of its tabs, so that nothing moves when the trips are there. */
export function Loading() {
  return (
    <Stack gap="6" aria-busy="true">
      <Text
        role="status"
        color="fg.muted"
        lineHeight={{ base: '3.125rem', md: '3.5rem' }}
        borderBottom="1px solid {colors.line}"
      >
        {words.loading}
      </Text>
      <Stack gap="3">
        {['first', 'second'].map((place) => (
          <CardOutline key={place} />
        ))}
      </Stack>
    </Stack>
  )
}

/** A trip's card: the block of its day, and beside it route and facts. */
const CardOutline = () => (
  <Card
    display="grid"
    gridTemplateColumns={{ base: '5.25rem minmax(0, 1fr)', md: '7.5rem minmax(0, 1fr)' }}
    h={{ base: '12rem', md: '7.75rem' }}
    overflow="hidden"
  >
    <Box bg="tint" />
    <Stack gap="3" alignContent="center" px={{ base: '4', md: '6' }}>
      <Skeleton h="6" maxW="16rem" />
      <Skeleton maxW="24rem" />
      <Skeleton maxW="20rem" />
    </Stack>
  </Card>
)

export function Empty() {
  return (
    <Void
      drawing="unfinished"
      title={words.none}
      actions={<ButtonLink href={routes.home}>{buttons.searchFlights}</ButtonLink>}
    >
      <p>{words.whatAppears}</p>
    </Void>
  )
}

const groupWords: Record<TripGroup, string> = {
  upcoming: words.noneUpcoming,
  past: words.nonePast,
  cancelled: words.noneCancelled,
}

export function EmptyGroup({ group }: { group: TripGroup }) {
  return (
    <Text py="10" textAlign="center" color="fg.muted">
      {groupWords[group]}
    </Text>
  )
}

export interface RetryProps {
  error: Error
  isTrying: boolean
  retry: () => void
}

type TryAgainProps = Omit<RetryProps, 'error'> & Pick<ComponentProps<typeof Button>, 'variant' | 'justifySelf'>

/** One button before and while it asks again: it must not be drawn anew under the finger. */
export function TryAgain({ isTrying, retry, ...look }: TryAgainProps) {
  return (
    <BusyButton onClick={retry} isBusy={isTrying} {...look}>
      {isTrying ? failureWords.trying : failureWords.tryAgain}
    </BusyButton>
  )
}

export function LoadError({ error, title, ...retry }: RetryProps & { title: string }) {
  return (
    <Void drawing="broken" title={title} role="alert" actions={<TryAgain {...retry} />}>
      <p>
        {reasonOf(error, TRY_LATER)} {words.unchanged}
      </p>
      <RequestId error={error} />
    </Void>
  )
}

/** What support needs to find a failed call. */
export function RequestId({ error }: { error: Error }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return requestId && <p>{failureWords.supportReference({ requestId })}</p>
}

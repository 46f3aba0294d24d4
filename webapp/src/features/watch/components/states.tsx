'use client'
import { useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { strong } from '@/components/ui/strong'
import { Void } from '@/components/ui/void'
import { ApiError } from '@/lib/api/error'
import { routes, withQuery } from '@/lib/routes'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/watch/list'
import { wasOpenedByLink } from '../lib/opened-by-link'
import { reasonInWatch } from '../lib/refusal'

const SearchLink = () => <ButtonLink href={routes.home}>{buttons.searchFlights}</ButtonLink>

export const Empty = () => (
  <Void drawing="unfinished" title={words.none} actions={<SearchLink />}>
    <p>{words.how}</p>
  </Void>
)

/** Of an account whose mailbox is not proved: the server lists nothing for it, whatever its address watches. */
export const Unproved = ({ email }: { email: string }) => (
  <Void
    drawing="unfinished"
    title={words.unproved}
    actions={<ButtonLink href={routes.accountSettings}>{words.toProve}</ButtonLink>}
  >
    <p>{words.howToProve({ email, strong })}</p>
    <p>{words.byLink}</p>
  </Void>
)

/** Also where a reload has taken away the list of a mailed link. */
export function SignedOut() {
  const [isLinkNeeded] = useState(wasOpenedByLink)
  return (
    <Void
      drawing="unfinished"
      title={isLinkNeeded ? words.linkAgain : words.signedOut}
      actions={
        <ButtonLink href={withQuery(routes.login, { redirect: routes.watchedPrices })}>{buttons.signIn}</ButtonLink>
      }
    >
      <p>{isLinkNeeded ? words.whyLinkAgain : words.whySignIn}</p>
    </Void>
  )
}

export const UnknownLink = () => (
  <Void drawing="broken" title={words.linkUnknown} role="alert" actions={<SearchLink />}>
    <p>{words.linkUnknownText}</p>
  </Void>
)

/** As high as what it keeps the place of. */
export const Loading = () => (
  <Stack gap="3" aria-busy="true">
    <Text role="status" color="fg.muted">
      {words.loading}
    </Text>
    {['first', 'second'].map((place) => (
      <Card key={place} padded display="grid" gap="3" alignContent="center" h={{ base: '22rem', md: '15rem' }}>
        <Skeleton h="6" maxW="16rem" />
        <Skeleton maxW="24rem" />
        <Skeleton maxW="20rem" />
      </Card>
    ))}
  </Stack>
)

interface LoadErrorProps {
  error: Error
  isTrying: boolean
  retry: () => void
}

export const LoadError = ({ error, isTrying, retry }: LoadErrorProps) => (
  <Void
    drawing="broken"
    title={words.loadFailed}
    role="alert"
    actions={
      <BusyButton onClick={retry} isBusy={isTrying}>
        {isTrying ? failureWords.trying : failureWords.tryAgain}
      </BusyButton>
    }
  >
    <p>{reasonInWatch(error)}</p>
    {error instanceof ApiError && error.requestId && (
      <p>{failureWords.supportReference({ requestId: error.requestId })}</p>
    )}
  </Void>
)

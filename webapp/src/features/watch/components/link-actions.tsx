'use client'
import { type ReactNode, useState } from 'react'
import useSWR from 'swr'
import { BusyButton } from '@/components/ui/busy-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DoneNotice } from '@/components/ui/done-notice'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Box, Stack, Text } from '@/components/ui/layout'
import { useCurrentUser } from '@/lib/api/current-user'
import { ApiError } from '@/lib/api/error'
import type { WatchedPrice, WatchedTrip } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import * as buttons from '@/messages/lib/buttons'
import * as dialogWords from '@/messages/watch/dialog'
import * as words from '@/messages/watch/links'
import { fetchAskedTrip, startWatch, stopWatch } from '../api/watches'
import { useRouteName } from '../hooks/use-route-name'
import { reasonInWatch } from '../lib/refusal'
import { criteriaOf, factsOf } from '../lib/trip'

/** A sheet with one question, as opening a link does nothing by itself. */
const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card p={{ base: '5', md: '8' }} maxW="30rem" mx="auto">
    <Stack>
      <h1>{title}</h1>
      {children}
    </Stack>
  </Card>
)

const isSpent = (error: unknown) => error instanceof ApiError && error.code === 'TOKEN_INVALID'
const wordsOf = (failure: unknown) => (failure ? reasonInWatch(failure) : '')

/** Does what a link is for once it is asked to. */
function useAction<Done>(act: () => Promise<Done>, onDone: (done: Done) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const run = async () => {
    setBusy(true)
    setFailure(null)
    try {
      onDone(await act())
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return { isBusy, failure, run: () => void run() }
}

/** It may have started the watch before, so no word says that nothing is watched. */
function SpentLink({ onList }: Pick<StartProps, 'onList'>) {
  const { user } = useCurrentUser()
  return (
    <Sheet title={words.linkSpent}>
      <DoneNotice tone="error">{words.linkSpentText}</DoneNotice>
      {user?.isMailboxProved ? (
        <Button variant="outline" size="lg" block onClick={onList}>
          {dialogWords.seeAll}
        </Button>
      ) : (
        <SearchLink />
      )}
    </Sheet>
  )
}

const SearchLink = () => (
  <ButtonLink href={routes.home} variant="outline" size="lg" block>
    {buttons.searchFlights}
  </ButtonLink>
)

/** Which trip a link is about; nothing where that can't be read. Its place is kept. */
const AskedTrip = ({ trip }: { trip: WatchedTrip | undefined }) => (
  <Box minH="3lh" overflowWrap="anywhere">
    {trip && <NamedTrip trip={trip} />}
  </Box>
)

function NamedTrip({ trip }: { trip: WatchedTrip }) {
  const route = useRouteName(trip)
  return (
    <>
      <Text fontWeight="semibold">{route}</Text>
      <Text textStyle="sm">{factsOf(criteriaOf(trip)).join(' · ')}</Text>
    </>
  )
}

interface StartProps {
  token: string
  onStarted: (watch: WatchedPrice, token: string) => void
  /** Shows the list of the signed-in user. */
  onList: () => void
}

export function StartWatch({ token, onStarted, onList }: StartProps) {
  const { isBusy, failure, run } = useAction(
    () => startWatch(token),
    (started) => onStarted(started.watch, started.token),
  )
  const { data: trip, error } = useSWR(['asked trip', token], () => fetchAskedTrip(token))
  if (isSpent(failure) || isSpent(error)) return <SpentLink onList={onList} />
  return (
    <Sheet title={words.startTitle}>
      <AskedTrip trip={trip} />
      <FailureNotice title={words.startFailed} words={wordsOf(failure)} />
      <Text>{words.startText}</Text>
      <BusyButton size="lg" block isBusy={isBusy} onClick={run}>
        {isBusy ? words.starting : words.start}
      </BusyButton>
    </Sheet>
  )
}

export function StopWatch({ token }: { token: string }) {
  const [isStopped, setStopped] = useState(false)
  const { isBusy, failure, run } = useAction(
    () => stopWatch(token),
    () => setStopped(true),
  )
  return (
    <Sheet title={words.stopTitle}>
      {isStopped ? (
        <>
          <DoneNotice>{words.stopped}</DoneNotice>
          <SearchLink />
        </>
      ) : (
        <>
          <FailureNotice title={words.stopFailed} words={wordsOf(failure)} />
          <Text>{words.stopText}</Text>
          <BusyButton size="lg" block isBusy={isBusy} onClick={run}>
            {isBusy ? words.stopping : words.stop}
          </BusyButton>
        </>
      )}
    </Sheet>
  )
}

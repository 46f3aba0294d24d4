'use client'
import { type ReactNode, useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Stack, Text } from '@/components/ui/layout'
import { ApiError } from '@/lib/api/error'
import type { WatchedPrice } from '@/lib/api/types'
import { routes } from '@/lib/routes'
import * as buttons from '@/messages/lib/buttons'
import * as words from '@/messages/watch/links'
import { startWatch, stopWatch } from '../api/watches'
import { reasonInWatch } from '../lib/refusal'
import { News } from './news'

/** A sheet with one question, as opening a link does nothing by itself. */
const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card p={{ base: '5', md: '8' }} maxW="30rem" mx="auto">
    <Stack>
      <h1>{title}</h1>
      {children}
    </Stack>
  </Card>
)

const reasonOfLink = (error: unknown) =>
  error instanceof ApiError && error.code === 'TOKEN_INVALID' ? words.linkSpent : reasonInWatch(error)

/** Does what a link is for once it is asked to. */
function useAction<Done>(act: () => Promise<Done>, onDone: (done: Done) => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setBusy(true)
    setFailure('')
    try {
      onDone(await act())
    } catch (error) {
      setFailure(reasonOfLink(error))
      setBusy(false)
    }
  }
  return { isBusy, failure, run: () => void run() }
}

interface StartProps {
  token: string
  onStarted: (watch: WatchedPrice, token: string) => void
}

export function StartWatch({ token, onStarted }: StartProps) {
  const { isBusy, failure, run } = useAction(
    () => startWatch(token),
    (started) => onStarted(started.watch, started.token),
  )
  return (
    <Sheet title={words.startTitle}>
      <FailureNotice title={words.startFailed} words={failure} />
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
          <News>{words.stopped}</News>
          <ButtonLink href={routes.home} variant="outline" size="lg" block>
            {buttons.searchFlights}
          </ButtonLink>
        </>
      ) : (
        <>
          <FailureNotice title={words.stopFailed} words={failure} />
          <Text>{words.stopText}</Text>
          <BusyButton size="lg" block isBusy={isBusy} onClick={run}>
            {isBusy ? words.stopping : words.stop}
          </BusyButton>
        </>
      )}
    </Sheet>
  )
}

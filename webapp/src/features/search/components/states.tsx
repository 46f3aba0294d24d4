'use client'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Void } from '@/components/ui/void'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import * as buttons from '@/messages/lib/buttons'
import * as failureWords from '@/messages/lib/failures'
import * as words from '@/messages/search/states'
import { isMistaken, isRefused } from '../lib/refusal'
import { Mistaken } from './late-states'

interface ErrorProps {
  error: Error
  /** The page is asking again by itself. */
  willRetry: boolean
  isTrying: boolean
  onRetry: () => void
  modifyHref: string
}

const requestIdOf = (error: Error) => (error instanceof ApiError ? error.requestId : null)

/** The way on that is likely to help comes first. */
export function LoadError({ error, willRetry, isTrying, onRetry, modifyHref }: ErrorProps) {
  if (isMistaken(error)) return <Mistaken error={error} modifyHref={modifyHref} />
  const requestId = requestIdOf(error)
  const isFinal = isRefused(error)
  const modify = (
    <ButtonLink href={modifyHref} variant={isFinal ? undefined : 'outline'}>
      {buttons.modifySearch}
    </ButtonLink>
  )
  return (
    <Void
      drawing="broken"
      title={words.loadErrorTitle}
      role="alert"
      actions={
        <>
          {isFinal && modify}
          <BusyButton onClick={onRetry} isBusy={isTrying} variant={isFinal ? 'outline' : undefined}>
            {isTrying ? failureWords.trying : failureWords.tryAgain}
          </BusyButton>
          {!isFinal && modify}
        </>
      }
    >
      <p>{willRetry ? words.retriedByItself : reasonOf(error, TRY_LATER)}</p>
      {/* It changes with each try that the page makes by itself: a reader would hear the whole alert again. */}
      {requestId && (
        <Text textStyle="xs" aria-live="off">
          {failureWords.supportReference({ requestId })}
        </Text>
      )}
    </Void>
  )
}

/** The newer answer failed, the older one still stands. */
export function StaleNotice({ error }: { error: Error }) {
  return (
    <Notice tone="warning" role="alert">
      <strong>{words.outdated}</strong> {reasonOf(error, TRY_LATER)}
    </Notice>
  )
}

'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { BusyButton } from '@/components/ui/busy-button'
import { Icon } from '@/components/ui/icon'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { strong } from '@/components/ui/strong'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { ListedSession } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { useRetry } from '@/lib/use-retry'
import * as words from '@/messages/account/settings'
import * as uiWords from '@/messages/components/ui'
import * as failureWords from '@/messages/lib/failures'
import { endOtherSessions, useSessions } from '../api/sessions'

const List = chakra('ul', {
  base: {
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '4',
      py: '3',
      '& > svg': { color: 'link' },
      '& > div': { flex: '1', minW: '0' },
    },
    '& li + li': { borderTop: '1px solid {colors.line}' },
    '& p': { textStyle: 'sm', color: 'fg.muted' },
  },
})

export function SessionList() {
  const { sessions, error, reload } = useSessions()
  const { isTrying, retry } = useRetry(reload)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ failure?: string; isDone?: boolean }>({})

  const endOthers = async () => {
    setBusy(true)
    setOutcome({})
    try {
      await endOtherSessions()
      await reload()
      setOutcome({ isDone: true })
    } catch (cause) {
      setOutcome({ failure: reasonOf(cause, TRY_LATER) })
    }
    setBusy(false)
  }

  if (error && !sessions) {
    return (
      <Stack mt="4">
        <Notice tone="error" role="alert">
          {words.sessionsFailed}
        </Notice>
        <BusyButton variant="outline" justifySelf="start" isBusy={isTrying} onClick={retry}>
          {isTrying ? failureWords.trying : failureWords.tryAgain}
        </BusyButton>
      </Stack>
    )
  }
  return (
    <Stack mt="2">
      <List aria-busy={!sessions}>
        {sessions?.map((session) => <Session key={keyOf(session)} session={session} />) ?? <Loading />}
      </List>
      {outcome.failure && (
        <Notice tone="error" role="alert">
          {uiWords.failure({ title: words.error, reason: outcome.failure, strong })}
        </Notice>
      )}
      {outcome.isDone && (
        <Notice tone="success" role="status">
          {words.signedOutElsewhere}
        </Notice>
      )}
      {sessions && sessions.length > 1 && (
        <BusyButton variant="outline" justifySelf={{ sm: 'start' }} isBusy={isBusy} onClick={() => void endOthers()}>
          {isBusy ? words.signingOut : words.signOutElsewhere}
        </BusyButton>
      )}
    </Stack>
  )
}

const keyOf = ({ device, lastSeenAt, isCurrent }: ListedSession) => `${device} ${lastSeenAt} ${isCurrent}`

function Session({ session: { device, lastSeenAt, isCurrent } }: { session: ListedSession }) {
  return (
    <li>
      <Icon name="lock" />
      <div>
        <strong>{device || words.unknownBrowser}</strong>
        <p>
          {words.lastSeen({
            moment: formatMoment(lastSeenAt),
            time: (text) => <time dateTime={lastSeenAt}>{text}</time>,
          })}
        </p>
      </div>
      {isCurrent && <Badge variant="success">{words.thisBrowser}</Badge>}
    </li>
  )
}

function Loading() {
  return (
    <li>
      <Stack gap="2">
        <Text role="status" srOnly>
          {words.sessionsLoading}
        </Text>
        <Skeleton maxW="12rem" />
        <Skeleton maxW="16rem" />
      </Stack>
    </li>
  )
}

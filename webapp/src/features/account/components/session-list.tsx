'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import type { ListedSession } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { useRetry } from '@/lib/use-retry'
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
          We couldn’t load this list.
        </Notice>
        <Button variant="outline" justifySelf="start" disabled={isTrying} onClick={retry}>
          {isTrying ? 'Trying…' : 'Try Again'}
        </Button>
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
          <strong>Error.</strong> {outcome.failure}
        </Notice>
      )}
      {outcome.isDone && (
        <Notice tone="success" role="status">
          You’re signed out everywhere else.
        </Notice>
      )}
      {sessions && sessions.length > 1 && (
        <Button variant="outline" justifySelf={{ sm: 'start' }} disabled={isBusy} onClick={() => void endOthers()}>
          {isBusy ? 'Signing out…' : 'Sign out elsewhere'}
        </Button>
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
        <strong>{device || 'Unknown browser'}</strong>
        <p>
          Last seen <time dateTime={lastSeenAt}>{formatMoment(lastSeenAt)}</time>
        </p>
      </div>
      {isCurrent && <Badge variant="success">This browser</Badge>}
    </li>
  )
}

function Loading() {
  return (
    <li>
      <Stack gap="2">
        <Text role="status" srOnly>
          Loading…
        </Text>
        <Skeleton maxW="12rem" />
        <Skeleton maxW="16rem" />
      </Stack>
    </li>
  )
}

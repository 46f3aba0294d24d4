'use client'
import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Box, Container, Stack, Text } from '@/components/ui/layout'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { Void } from '@/components/ui/void'
import { useCurrentUser } from '@/lib/api/current-user'
import type { User } from '@/lib/api/types'
import { leaveFor } from '@/lib/load-document'
import { routes, withQuery } from '@/lib/routes'
import { useNavigate, withBrand } from '@/lib/use-navigate'
import * as dataWords from '@/messages/account/data'
import * as words from '@/messages/account/settings'
import * as layoutWords from '@/messages/components/layout'
import { ConfirmNotice } from './confirm-notice'
import { DataPanel } from './data-panel'
import { ProfilePanel } from './profile-panel'
import { SecurityPanel } from './security-panel'

const loginHref = withQuery(routes.login, { redirect: routes.accountSettings })

/** A guest is sent to log in; where nobody can tell who it is, the page says so. */
export function SettingsPage() {
  const { user, error, mutate } = useCurrentUser()
  const { replace } = useNavigate()
  const [isClosed, setClosed] = useState(false)
  const isGuest = user === null && !error && !isClosed

  useEffect(() => {
    if (isGuest) replace(loginHref)
  }, [isGuest, replace])

  const close = () => {
    setClosed(true)
    void mutate(null, { revalidate: false })
  }
  return (
    <Container py={{ base: '6', md: '10' }}>
      <Box maxW="48rem" mx="auto">
        <Box as="h1" mb="4">
          {layoutWords.accountSettings}
        </Box>
        {isClosed ? (
          <Closed />
        ) : user ? (
          <Settings user={user} onClosed={close} />
        ) : error ? (
          <AuthenticationRequired />
        ) : (
          <Loading />
        )}
      </Box>
    </Container>
  )
}

function Settings({ user, onClosed }: { user: User; onClosed: () => void }) {
  const [tab, setTab] = useState<'profile' | 'security' | 'data'>('security')
  return (
    <Box css={{ '& > [role=tabpanel]': { pt: '6', borderTop: '1px solid {colors.line}' } }}>
      {!user.isMailboxProved && !user.isAdmin && <ConfirmNotice email={user.email} />}
      <Tabs
        label={words.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'profile', label: words.profile, panel: <ProfilePanel user={user} /> },
          { value: 'security', label: words.security, panel: <SecurityPanel /> },
          { value: 'data', label: dataWords.tab, panel: <DataPanel onClosed={onClosed} /> },
        ]}
      />
    </Box>
  )
}

/** This button loads the site afresh: what the page still has of the account in memory is gone with it. */
function Closed() {
  return (
    <Void
      drawing="unfinished"
      role="status"
      title={dataWords.closedTitle}
      actions={<Button onClick={() => leaveFor(withBrand(routes.home))}>{dataWords.goHome}</Button>}
    >
      <p>{dataWords.closedText}</p>
    </Void>
  )
}

function AuthenticationRequired() {
  return (
    <Void
      drawing="unfinished"
      role="alert"
      title={words.notSignedIn}
      actions={<ButtonLink href={loginHref}>{layoutWords.logIn}</ButtonLink>}
    >
      <p>{words.pleaseLogIn}</p>
    </Void>
  )
}

function Loading() {
  return (
    <Card padded aria-busy="true">
      <Stack>
        <Text role="status" color="fg.muted">
          {words.loading}
        </Text>
        <Skeleton h="6" maxW="16rem" />
        <Skeleton h="8" />
        <Skeleton h="8" />
      </Stack>
    </Card>
  )
}

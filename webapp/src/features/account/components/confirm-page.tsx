'use client'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { ButtonLink } from '@/components/ui/button'
import { DoneNotice } from '@/components/ui/done-notice'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { currentUserKey, useCurrentUser } from '@/lib/api/current-user'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import type { EmailConfirmed } from '@/lib/api/types'
import { useMailedToken } from '@/lib/mailed-token'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/account/confirm'
import * as layoutWords from '@/messages/components/layout'
import { confirmEmail } from '../api/session'
import { keepToken, keptToken } from '../lib/confirm-token'
import { AccountFrame } from './account-frame'

/** Where the link of a registration leads. Opening it does nothing: programs that look through mails open links too. */
export function ConfirmPage() {
  const mailed = useMailedToken()
  const [kept] = useState(keptToken)
  const token = mailed === null ? kept : mailed
  return (
    <AccountFrame
      title={words.title}
      lead={words.lead}
      footer={<AppLink href={routes.accountSettings}>{layoutWords.accountSettings}</AppLink>}
    >
      {token === null ? (
        <Notice tone="warning">{words.brokenLink}</Notice>
      ) : (
        <Confirm key={token} token={token ?? ''} />
      )}
    </AccountFrame>
  )
}

const wordsOf = (error: unknown) =>
  error instanceof ApiError && error.code === 'TOKEN_INVALID' ? words.spent : reasonOf(error, TRY_LATER)

function Confirm({ token }: { token: string }) {
  const { user } = useCurrentUser()
  const { mutate } = useSWRConfig()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState<EmailConfirmed | null>(null)

  const confirm = async () => {
    setBusy(true)
    setFailure('')
    keepToken(null)
    try {
      setDone(await confirmEmail(token))
    } catch (error) {
      setFailure(wordsOf(error))
    }
    setBusy(false)
    // Confirmed now, or no longer signed in.
    void mutate(currentUserKey)
  }

  if (done) return <Confirmed passwordEnded={done.passwordEnded} />
  if (user?.isMailboxProved) return <Notice tone="success">{words.isConfirmed}</Notice>
  if (user === null) return <LogInFirst token={token} />
  return (
    <Stack gap="5">
      <FailureNotice title={words.failed} words={failure} />
      <BusyButton size="lg" block isBusy={isBusy} onClick={() => void confirm()}>
        {isBusy ? words.confirming : words.confirm}
      </BusyButton>
    </Stack>
  )
}

const Confirmed = ({ passwordEnded }: Pick<EmailConfirmed, 'passwordEnded'>) => (
  <Stack gap="5">
    <DoneNotice>{words.confirmed}</DoneNotice>
    {passwordEnded && <Notice tone="warning">{words.passwordEnded}</Notice>}
    <ButtonLink href={routes.myTrips} size="lg" block>
      {layoutWords.myTrips}
    </ButtonLink>
  </Stack>
)

/** The person who made the account knows its password, and need not have the mailbox. */
const LogInFirst = ({ token }: { token: string }) => (
  <Stack gap="5">
    <Notice tone="info">{words.logInFirst}</Notice>
    <ButtonLink
      href={withQuery(routes.login, { redirect: routes.confirmEmail })}
      size="lg"
      block
      onClick={() => keepToken(token)}
    >
      {layoutWords.logIn}
    </ButtonLink>
    <ButtonLink href={`${routes.resetPassword}#token=${token}`} variant="outline" size="lg" block>
      {words.choosePassword}
    </ButtonLink>
  </Stack>
)

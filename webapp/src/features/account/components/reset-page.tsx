'use client'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useMailedToken } from '@/lib/mailed-token'
import { routes } from '@/lib/routes'
import * as words from '@/messages/account/password'
import { AccountFrame } from './account-frame'
import { ResetForm } from './reset-form'

/** Where the link in a mail leads. */
export function ResetPage() {
  const token = useMailedToken()
  return (
    <AccountFrame
      title={words.setTitle}
      lead={words.setLead}
      footer={<AppLink href={routes.login}>{words.backToLogIn}</AppLink>}
    >
      {token === null ? <NoToken /> : <ResetForm token={token ?? ''} />}
    </AccountFrame>
  )
}

function NoToken() {
  return (
    <>
      <Notice tone="warning" mb="5">
        {words.brokenLink}
      </Notice>
      <ButtonLink href={routes.forgotPassword} size="lg" block>
        {words.newLink}
      </ButtonLink>
    </>
  )
}

'use client'
import { AppLink } from '@/components/ui/app-link'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useMailedToken } from '@/lib/mailed-token'
import { routes } from '@/lib/routes'
import { AccountFrame } from './account-frame'
import { ResetForm } from './reset-form'

/** Where the link in a mail leads. */
export function ResetPage() {
  const token = useMailedToken()
  return (
    <AccountFrame
      title="Set your password"
      lead="Use at least 12 characters, with upper and lower case, a number and a special character."
      footer={<AppLink href={routes.login}>Back to Log In</AppLink>}
    >
      {token === null ? <NoToken /> : <ResetForm token={token ?? ''} />}
    </AccountFrame>
  )
}

function NoToken() {
  return (
    <>
      <Notice tone="warning" mb="5">
        This link doesn’t work. Open it from the e-mail again, or get a new one.
      </Notice>
      <ButtonLink href={routes.forgotPassword} size="lg" block>
        Get a new link
      </ButtonLink>
    </>
  )
}

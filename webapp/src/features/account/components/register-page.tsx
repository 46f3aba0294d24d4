'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/account/register'
import { useArrivedUser } from '../hooks/use-arrived-user'
import { AccountFrame } from './account-frame'
import { RegisterForm } from './register-form'
import { SignedIn } from './signed-in'

export function RegisterPage() {
  const redirect = useSearchParams().get('redirect')
  const user = useArrivedUser()
  const loginHref = withQuery(routes.login, { redirect })
  if (user) return <SignedIn user={user} />
  return (
    <AccountFrame
      title={words.title}
      lead={words.lead}
      footer={<p>{words.haveAccount({ link: (text) => <AppLink href={loginHref}>{text}</AppLink> })}</p>}
    >
      <RegisterForm loginHref={loginHref} />
    </AccountFrame>
  )
}

'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
import * as words from '@/messages/account/login'
import { useArrivedUser } from '../hooks/use-arrived-user'
import { AccountFrame } from './account-frame'
import { LoginForm } from './login-form'
import { SignedIn } from './signed-in'

export function LoginPage() {
  const redirect = useSearchParams().get('redirect')
  const user = useArrivedUser()
  if (user) return <SignedIn user={user} />
  return (
    <AccountFrame
      title={words.title}
      lead={words.lead}
      footer={
        <>
          <p>
            {words.noAccount({
              link: (text) => <AppLink href={withQuery(routes.register, { redirect })}>{text}</AppLink>,
            })}
          </p>
          <p>{words.asGuest({ link: (text) => <AppLink href={routes.trip}>{text}</AppLink> })}</p>
        </>
      }
    >
      <LoginForm redirect={redirect} />
    </AccountFrame>
  )
}

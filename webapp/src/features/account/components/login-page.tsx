'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
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
      title="Log In"
      lead="See and manage your trips."
      footer={
        <>
          <p>
            No account yet? <AppLink href={withQuery(routes.register, { redirect })}>Create Account</AppLink>
          </p>
          <p>
            Booked as a guest? <AppLink href={routes.trip}>Find your booking</AppLink>
          </p>
        </>
      }
    >
      <LoginForm redirect={redirect} />
    </AccountFrame>
  )
}

'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
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
      title="Create Account"
      lead="Keep your trips in one place."
      footer={
        <p>
          Already have an account? <AppLink href={loginHref}>Log In</AppLink>
        </p>
      }
    >
      <RegisterForm loginHref={loginHref} />
    </AccountFrame>
  )
}

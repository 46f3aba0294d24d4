'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
import { AccountFrame } from './account-frame'
import { LoginForm } from './login-form'

export function LoginPage() {
  const redirect = useSearchParams().get('redirect')
  return (
    <AccountFrame
      title="Log In"
      lead="See and manage your trips."
      footer={
        <p>
          No account yet? <AppLink href={withQuery(routes.register, { redirect })}>Create Account</AppLink>
        </p>
      }
    >
      <LoginForm redirect={redirect} />
    </AccountFrame>
  )
}

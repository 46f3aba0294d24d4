'use client'
import { useSearchParams } from 'next/navigation'
import { AppLink } from '@/components/ui/app-link'
import { routes, withQuery } from '@/lib/routes'
import { AccountFrame } from './account-frame'
import { RegisterForm } from './register-form'

export function RegisterPage() {
  const redirect = useSearchParams().get('redirect')
  const loginHref = withQuery(routes.login, { redirect })
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

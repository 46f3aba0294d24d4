'use client'
import { AppLink } from '@/components/ui/app-link'
import { routes } from '@/lib/routes'
import { AccountFrame } from './account-frame'
import { ForgotForm } from './forgot-form'

export function ForgotPage() {
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="We send a link to set a new one to your e-mail address."
      footer={<AppLink href={routes.login}>Back to Log In</AppLink>}
    >
      <ForgotForm />
    </AccountFrame>
  )
}

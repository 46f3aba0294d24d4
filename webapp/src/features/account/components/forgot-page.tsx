'use client'
import { AppLink } from '@/components/ui/app-link'
import { routes } from '@/lib/routes'
import { AccountFrame } from './account-frame'
import { ForgotForm } from './forgot-form'

export function ForgotPage() {
  return (
    <AccountFrame
      title="Forgot your password?"
      lead="We’ll e-mail you a link to set a new one."
      footer={<AppLink href={routes.login}>Back to Log In</AppLink>}
    >
      <ForgotForm />
    </AccountFrame>
  )
}

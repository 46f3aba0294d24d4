'use client'
import { AppLink } from '@/components/ui/app-link'
import { routes } from '@/lib/routes'
import * as words from '@/messages/account/password'
import { AccountFrame } from './account-frame'
import { ForgotForm } from './forgot-form'

export function ForgotPage() {
  return (
    <AccountFrame
      title={words.forgotTitle}
      lead={words.forgotLead}
      footer={<AppLink href={routes.login}>{words.backToLogIn}</AppLink>}
    >
      <ForgotForm />
    </AccountFrame>
  )
}

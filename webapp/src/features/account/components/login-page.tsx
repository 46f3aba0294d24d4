'use client'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { routes, withQuery } from '@/lib/routes'
import { useHydrated } from '@/lib/use-hydrated'
import { AccountFrame } from './account-frame'
import { ForgotForm } from './forgot-form'
import { LoginForm } from './login-form'
import { ResetForm } from './reset-form'

/** A link from a mail carries its one-time token behind the #: that part never reaches a server or its logs. */
const tokenOf = (hash: string) => new URLSearchParams(hash.replace(/^#/, '')).get('token')

export function LoginPage() {
  const isHydrated = useHydrated()
  const params = useSearchParams()
  const [isForgotten, setForgotten] = useState(false)
  const [isReset, setReset] = useState(false)
  const token = isHydrated && !isReset ? tokenOf(window.location.hash) : null

  if (token) {
    return (
      <AccountFrame title="Set your password" lead="Choose a password of at least 12 characters." footer={null}>
        <ResetForm token={token} onDone={() => setReset(true)} />
      </AccountFrame>
    )
  }
  if (isForgotten) {
    return (
      <AccountFrame
        title="Forgot your password?"
        lead="We send a link to set a new one to your e-mail address."
        footer={
          <Button variant="link" onClick={() => setForgotten(false)}>
            Back to Log In
          </Button>
        }
      >
        <ForgotForm />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title="Log In"
      lead="See and manage your trips."
      footer={
        <p>
          No account yet?{' '}
          <AppLink href={withQuery(routes.register, { redirect: params.get('redirect') })}>Create Account</AppLink>
        </p>
      }
    >
      <LoginForm redirect={params.get('redirect')} onForgot={() => setForgotten(true)} />
    </AccountFrame>
  )
}

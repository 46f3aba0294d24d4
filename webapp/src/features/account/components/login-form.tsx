'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { notify } from '@/components/ui/toast/notify'
import { bookingsKey } from '@/lib/api/bookings'
import { currentUserKey } from '@/lib/api/current-user'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import { routes, safeRedirect } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { useNavigate } from '@/lib/use-navigate'
import { logIn } from '../api/session'
import type { LoginForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ loginRules }) => loginRules)

/** No answer says nothing of the password. */
const failureWords = (error: unknown) =>
  reasonOf(error, error instanceof ApiError && error.isPassing ? TRY_LATER : 'Invalid username or password')

export function LoginForm({ redirect }: { redirect: string | null }) {
  const { push } = useNavigate()
  const { mutate } = useSWRConfig()
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState, resetField } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (credentials) => {
    setFailure('')
    try {
      const user = await logIn(credentials)
      await mutate(currentUserKey, user, { revalidate: false })
      // What was read as another visitor is not this one's.
      await mutate(bookingsKey, undefined, { revalidate: false })
      void notify({ type: 'success', title: 'Login successful', description: 'Welcome back' })
      push(safeRedirect(redirect))
    } catch (error) {
      const words = failureWords(error)
      setFailure(words)
      resetField('password')
      void notify({ type: 'error', title: 'Login failed', description: words })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title="Login failed" words={failure} />
        <Field label="Username or e-mail" error={errors.username?.message}>
          <Input {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <Input {...register('password')} type="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" block disabled={isSubmitting}>
          {isSubmitting ? 'Logging in…' : 'Log In'}
        </Button>
        <AppLink href={routes.forgotPassword} textStyle="sm" justifySelf="center">
          Forgot password?
        </AppLink>
      </Stack>
    </form>
  )
}

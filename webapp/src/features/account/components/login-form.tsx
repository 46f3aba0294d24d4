'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { PasswordInput } from '@/components/ui/password-input'
import { notify } from '@/components/ui/toast/notify'
import { bookingsKey } from '@/lib/api/bookings'
import { currentUserKey } from '@/lib/api/current-user'
import { ApiError, reasonOf, TRY_LATER } from '@/lib/api/error'
import { routes, safeRedirect } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { useNavigate } from '@/lib/use-navigate'
import * as words from '@/messages/account/login'
import * as fieldWords from '@/messages/components/fields'
import * as reasonWords from '@/messages/lib/reasons'
import { logIn } from '../api/session'
import type { LoginForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ loginRules }) => loginRules)

/** No answer says nothing of the password. Someone else's guesses leave one way open, which is told. */
function failureWords(error: unknown) {
  if (error instanceof ApiError && error.code === 'TOO_MANY_ATTEMPTS') return words.throttled
  return reasonOf(error, error instanceof ApiError && error.isPassing ? TRY_LATER : reasonWords.wrongCredentials)
}

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
      void notify({ type: 'success', title: words.done, description: words.welcome })
      push(safeRedirect(redirect))
    } catch (error) {
      const reason = failureWords(error)
      setFailure(reason)
      resetField('password')
      void notify({ type: 'error', title: words.failed, description: reason })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={words.failed} words={failure} />
        <Field label={words.username} error={errors.username?.message}>
          <Input {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={fieldWords.password} error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        <BusyButton type="submit" size="lg" block isBusy={isSubmitting}>
          {isSubmitting ? words.submitting : words.submit}
        </BusyButton>
        <AppLink href={routes.forgotPassword} textStyle="sm" justifySelf="center">
          {words.forgot}
        </AppLink>
      </Stack>
    </form>
  )
}

'use client'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { Checkbox } from '@/components/ui/checkbox'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { PasswordInput } from '@/components/ui/password-input'
import { notify } from '@/components/ui/toast/notify'
import { ApiError } from '@/lib/api/error'
import { fieldProblems, reasonOfForm } from '@/lib/api/field-problems'
import { useSystemMode } from '@/lib/api/system-mode'
import { routes } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { useNavigate } from '@/lib/use-navigate'
import * as words from '@/messages/account/register'
import * as fieldWords from '@/messages/components/fields'
import { register as createAccount } from '../api/session'
import { accountFieldWords } from '../lib/field-words'
import type { RegisterForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ registerRules }) => registerRules)

const empty: Form = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
  terms: false,
}

/** Which field an error code is about. */
const fieldOfCode: Record<string, keyof Form> = { USERNAME_TAKEN: 'username', EMAIL_TAKEN: 'email' }

export function RegisterForm({ loginHref }: { loginHref: string }) {
  const { push } = useNavigate()
  const [failure, setFailure] = useState('')
  const form = useForm<Form>({ resolver: useLateRules(loadRules), defaultValues: empty })
  const { isSubmitting } = form.formState

  const showFailure = (error: unknown) => {
    const reason = reasonOfForm(error, accountFieldWords, words.unknownReason)
    setFailure(reason)
    for (const { field, message } of fieldProblems(error, accountFieldWords))
      if (field in empty) form.setError(field as keyof Form, { message })
    if (error instanceof ApiError) {
      const field = fieldOfCode[error.code]
      if (field) form.setError(field, { message: reason }, { shouldFocus: true })
    }
    void notify({ type: 'error', title: words.failed, description: reason })
  }
  const submit = form.handleSubmit(async ({ username, email, firstName, lastName, password }) => {
    setFailure('')
    try {
      await createAccount({ username, email, firstName, lastName, password })
      void notify({ type: 'success', title: words.done, description: words.doneText })
      push(loginHref)
    } catch (error) {
      showFailure(error)
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={words.failed} words={failure} />
        <Fields form={form} />
        <BusyButton type="submit" size="lg" block isBusy={isSubmitting}>
          {isSubmitting ? words.submitting : words.submit}
        </BusyButton>
      </Stack>
    </form>
  )
}

function Fields({ form: { register, control, formState } }: { form: UseFormReturn<Form> }) {
  const { errors } = formState
  const { isLiveMode } = useSystemMode()
  const passwordHint = isLiveMode ? words.passwordHintLive : words.passwordHint
  return (
    <>
      <Stack
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap={{ base: '5', sm: '4' }}
      >
        <Field label={fieldWords.firstName} error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label={fieldWords.lastName} error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </Stack>
      <Field label={fieldWords.email} error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label={fieldWords.username} hint={words.usernameHint} error={errors.username?.message}>
        <Input {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label={fieldWords.password} hint={passwordHint} error={errors.password?.message}>
        <PasswordInput {...register('password')} autoComplete="new-password" />
      </Field>
      <Field label={words.confirmPassword} error={errors.confirmPassword?.message}>
        <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <Controller
        control={control}
        name="terms"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            checked={value}
            onChange={onChange}
            label={words.agree({ terms: linkTo(routes.terms), privacy: linkTo(routes.privacy) })}
          />
        )}
      />
    </>
  )
}

const linkTo = (href: string) => (text: string) => (
  <AppLink prefetch={false} href={href}>
    {text}
  </AppLink>
)

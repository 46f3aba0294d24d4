'use client'
import { useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { notify } from '@/components/ui/toast/notify'
import { ApiError, reasonOf } from '@/lib/api/error'
import { routes } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { useNavigate } from '@/lib/use-navigate'
import { register as createAccount } from '../api/session'
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
    const words = reasonOf(error, 'Failed to create account')
    setFailure(words)
    if (error instanceof ApiError) {
      for (const { field, message } of error.fields) if (field in empty) form.setError(field as keyof Form, { message })
      const field = fieldOfCode[error.code]
      if (field) form.setError(field, { message: words }, { shouldFocus: true })
    }
    void notify({ type: 'error', title: 'Registration failed', description: words })
  }
  const submit = form.handleSubmit(async ({ username, email, firstName, lastName, password }) => {
    setFailure('')
    try {
      await createAccount({ username, email, firstName, lastName, password })
      void notify({
        type: 'success',
        title: 'Registration successful',
        description: 'Account created, please sign in.',
      })
      push(loginHref)
    } catch (error) {
      showFailure(error)
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title="Registration failed" words={failure} />
        <Fields form={form} />
        <Button type="submit" size="lg" block disabled={isSubmitting}>
          {isSubmitting ? 'Creating account…' : 'Create Account'}
        </Button>
      </Stack>
    </form>
  )
}

function Fields({ form: { register, control, formState } }: { form: UseFormReturn<Form> }) {
  const { errors } = formState
  return (
    <>
      <Stack
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap={{ base: '5', sm: '4' }}
      >
        <Field label="First name" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="family-name" />
        </Field>
      </Stack>
      <Field label="E-mail" error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" />
      </Field>
      <Field
        label="Username"
        hint="At least 3 characters: the letters a to z, digits, dots, hyphens and underscores"
        error={errors.username?.message}
      >
        <Input {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password" hint="At least 6 characters" error={errors.password?.message}>
        <Input {...register('password')} type="password" autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
      </Field>
      <Controller
        control={control}
        name="terms"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            checked={value}
            onChange={onChange}
            label={
              <>
                I agree to the{' '}
                <AppLink prefetch={false} href={routes.terms}>
                  Terms of Service
                </AppLink>{' '}
                and the{' '}
                <AppLink prefetch={false} href={routes.privacy}>
                  Privacy Policy
                </AppLink>
              </>
            }
          />
        )}
      />
    </>
  )
}

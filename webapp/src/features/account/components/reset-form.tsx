'use client'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { notify } from '@/components/ui/toast/notify'
import { ApiError } from '@/lib/api/error'
import { resetPassword } from '../api/session'
import { type ResetForm as Form, resetSchema } from '../lib/forms'

/** Sets a password by the one-time token of a mailed link. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: standardSchemaResolver(resetSchema),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    setProblem('')
    try {
      await resetPassword(token, password)
      // The token is used up: a reload must not offer this form again.
      window.history.replaceState(null, '', window.location.pathname + window.location.search)
      void notify({ type: 'success', title: 'Password set', description: 'Please log in with it.' })
      onDone()
    } catch (error) {
      setProblem((error instanceof ApiError && error.detail) || 'Please try again later.')
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        {problem && (
          <Notice tone="error" role="alert">
            {problem}
          </Notice>
        )}
        <Field label="New password" error={errors.password?.message}>
          <Input {...register('password')} type="password" autoComplete="new-password" />
        </Field>
        <Field label="Confirm new password" error={errors.confirmPassword?.message}>
          <Input {...register('confirmPassword')} type="password" autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" block disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : 'Set password'}
        </Button>
      </Stack>
    </form>
  )
}

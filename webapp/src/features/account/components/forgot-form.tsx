'use client'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { ApiError } from '@/lib/api/error'
import { forgotPassword } from '../api/session'
import { type ForgotForm as Form, forgotSchema } from '../lib/forms'

/** Says the same whether or not the address has an account. */
export function ForgotForm() {
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; words: string } | null>(null)
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: standardSchemaResolver(forgotSchema),
    defaultValues: { email: '' },
  })

  const submit = handleSubmit(async ({ email }) => {
    try {
      const { message } = await forgotPassword(email)
      setAnswer({ tone: 'success', words: message })
    } catch (error) {
      setAnswer({ tone: 'error', words: (error instanceof ApiError && error.detail) || 'Please try again later.' })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        {answer && (
          <Notice tone={answer.tone} role={answer.tone === 'error' ? 'alert' : 'status'}>
            {answer.words}
          </Notice>
        )}
        <Field label="E-mail" error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <Button type="submit" size="lg" block disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Sending…' : 'Send link'}
        </Button>
      </Stack>
    </form>
  )
}

'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { useLateRules } from '@/lib/use-late-rules'
import { forgotPassword } from '../api/session'
import type { ForgotForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ forgotRules }) => forgotRules)

/** Says the same whether or not the address has an account. */
export function ForgotForm() {
  const [answer, setAnswer] = useState('')
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: { email: '' },
  })

  const submit = handleSubmit(async ({ email }) => {
    setFailure('')
    try {
      setAnswer((await forgotPassword(email)).message)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
    }
  })

  if (answer) {
    return (
      <Notice tone="success" role="status">
        {answer}
      </Notice>
    )
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title="We couldn’t send a link" words={failure} />
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

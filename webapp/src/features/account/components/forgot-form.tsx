'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BusyButton } from '@/components/ui/busy-button'
import { DoneNotice } from '@/components/ui/done-notice'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { reasonOf, TRY_LATER } from '@/lib/api/error'
import { useLateRules } from '@/lib/use-late-rules'
import * as words from '@/messages/account/password'
import * as fieldWords from '@/messages/components/fields'
import * as buttons from '@/messages/lib/buttons'
import { forgotPassword } from '../api/session'
import type { ForgotForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ forgotRules }) => forgotRules)

/** Says the same whether or not the address has an account. */
export function ForgotForm() {
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: { email: '' },
  })

  const submit = handleSubmit(async ({ email }) => {
    setFailure('')
    try {
      await forgotPassword(email)
      setAsked(true)
    } catch (error) {
      setFailure(reasonOf(error, TRY_LATER))
    }
  })

  if (isAsked) return <DoneNotice>{words.linkAsked}</DoneNotice>
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={words.sendFailed} words={failure} />
        <Field label={fieldWords.email} error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
        <BusyButton type="submit" size="lg" block isBusy={formState.isSubmitting}>
          {formState.isSubmitting ? buttons.sending : words.send}
        </BusyButton>
      </Stack>
    </form>
  )
}

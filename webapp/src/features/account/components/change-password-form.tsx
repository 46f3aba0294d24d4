'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { BusyButton } from '@/components/ui/busy-button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PasswordInput } from '@/components/ui/password-input'
import { notify } from '@/components/ui/toast/notify'
import { ApiError } from '@/lib/api/error'
import { fieldProblems, reasonOfForm } from '@/lib/api/field-problems'
import { useLateRules } from '@/lib/use-late-rules'
import * as passwordWords from '@/messages/account/password'
import * as words from '@/messages/account/settings'
import * as failureWords from '@/messages/lib/failures'
import { changePassword } from '../api/session'
import { accountFieldWords } from '../lib/field-words'
import type { ChangeForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ changeRules }) => changeRules)

const empty: Form = { currentPassword: '', password: '', confirmPassword: '' }

/** The server's name of a field -> the form's. */
const fieldOf: Record<string, keyof Form> = { currentPassword: 'currentPassword', newPassword: 'password' }

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.status !== 0
    ? reasonOfForm(error, accountFieldWords, words.updateFailed)
    : failureWords.unknownError

export function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const [outcome, setOutcome] = useState<{ failure?: string; isDone?: boolean }>({})
  const { register, handleSubmit, formState, reset, setError } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: empty,
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ currentPassword, password }) => {
    setOutcome({})
    try {
      await changePassword(currentPassword, password)
      reset(empty)
      setOutcome({ isDone: true })
      onChanged()
      void notify({ type: 'success', title: words.success, description: words.successText })
    } catch (error) {
      const failure = failureOf(error)
      setOutcome({ failure })
      for (const { field, message } of fieldProblems(error, accountFieldWords))
        if (fieldOf[field]) setError(fieldOf[field], { message }, { shouldFocus: true })
      void notify({ type: 'error', title: words.error, description: failure })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5" maxW="26rem">
        <FailureNotice title={words.error} words={outcome.failure ?? ''} />
        {outcome.isDone && (
          <Notice tone="success" role="status">
            {words.updated}
          </Notice>
        )}
        <Field label={words.currentPassword} error={errors.currentPassword?.message}>
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
        <Field label={passwordWords.newPassword} hint={words.passwordHint} error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <Field label={passwordWords.confirmNewPassword} error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <BusyButton type="submit" justifySelf={{ sm: 'start' }} isBusy={isSubmitting}>
          {isSubmitting ? words.updating : words.update}
        </BusyButton>
      </Stack>
    </form>
  )
}

'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import { PasswordInput } from '@/components/ui/password-input'
import { notify } from '@/components/ui/toast/notify'
import { currentUserKey } from '@/lib/api/current-user'
import { ApiError, TRY_LATER } from '@/lib/api/error'
import { reasonOfForm } from '@/lib/api/field-problems'
import { routes } from '@/lib/routes'
import { useLateRules } from '@/lib/use-late-rules'
import { useNavigate } from '@/lib/use-navigate'
import * as words from '@/messages/account/password'
import { resetPassword } from '../api/session'
import { accountFieldWords } from '../lib/field-words'
import type { ResetForm as Form } from '../lib/forms'

const loadRules = () => import('../lib/forms').then(({ resetRules }) => resetRules)

interface Failure {
  words: string
  /** The link is used up or too old. */
  isSpent: boolean
}

const failureOf = (error: unknown): Failure => ({
  words: reasonOfForm(error, accountFieldWords, TRY_LATER),
  isSpent: error instanceof ApiError && error.code === 'TOKEN_INVALID',
})

const isAboutPassword = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ field }) => field === 'newPassword')

/** Sets a password by the one-time token of a mailed link. */
export function ResetForm({ token }: { token: string }) {
  const { replace } = useNavigate()
  const { mutate } = useSWRConfig()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { register, handleSubmit, formState, setError } = useForm<Form>({
    resolver: useLateRules(loadRules),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ password }) => {
    setFailure(null)
    try {
      await resetPassword(token, password)
      // The server has ended the user's sessions, perhaps this one too.
      void mutate(currentUserKey)
      void notify({ type: 'success', title: words.setDone, description: words.setDoneText })
      replace(routes.login)
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      if (isAboutPassword(error)) setError('password', { message: failed.words }, { shouldFocus: true })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        <FailureNotice title={words.setFailed} words={failure?.words ?? ''} />
        {failure?.isSpent && (
          <Text>
            <AppLink href={routes.forgotPassword}>{words.newLink}</AppLink>
          </Text>
        )}
        <Field label={words.newPassword} error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
        <Field label={words.confirmNewPassword} error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <BusyButton type="submit" size="lg" block isBusy={isSubmitting}>
          {isSubmitting ? words.setting : words.set}
        </BusyButton>
      </Stack>
    </form>
  )
}

'use client'
import { AppLink } from '@/components/ui/app-link'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import { PasswordInput } from '@/components/ui/password-input'
import { Question } from '@/components/ui/question'
import { routes } from '@/lib/routes'
import * as words from '@/messages/account/data'
import * as settings from '@/messages/account/settings'
import { closeAccount } from '../api/rights'
import { usePasswordAgain } from '../hooks/use-password-again'

interface Props {
  onClose: () => void
  /** The account is closed, and nobody is signed in any more. */
  onClosed: () => void
}

/** Says what goes and what stays, and asks for the password. */
export default function CloseDialog({ onClose, onClosed }: Props) {
  const { input, submit, isBusy, failure } = usePasswordAgain(async (password) => {
    await closeAccount(password)
    onClosed()
  })
  return (
    <Question
      title={words.question}
      keep={words.keep}
      act={isBusy ? words.closing : words.close}
      form="close-account"
      isBusy={isBusy}
      onClose={onClose}
    >
      <Stack justifyItems="stretch">
        <FailureNotice title={words.closeFailed} words={failure.other ?? ''} />
        <Text>{words.whatGoes}</Text>
        <Text>{words.whatStays({ link: (text) => <AppLink href={routes.trip}>{text}</AppLink> })}</Text>
        <form id="close-account" onSubmit={submit} noValidate>
          <Field label={settings.currentPassword} error={failure.field}>
            <PasswordInput {...input} />
          </Field>
        </form>
      </Stack>
    </Question>
  )
}

'use client'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import { routes } from '@/lib/routes'
import * as words from '@/messages/account/data'
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
  const close = () => !isBusy && onClose()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={words.question}
      onClose={close}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={close}>
            {words.keep}
          </Button>
          <BusyButton type="submit" form="close-account" variant="destructive" isBusy={isBusy}>
            {isBusy ? words.closing : words.close}
          </BusyButton>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <FailureNotice title={words.closeFailed} words={failure.other ?? ''} />
        <Text>{words.whatGoes}</Text>
        <Text>{words.whatStays({ link: (text) => <AppLink href={routes.trip}>{text}</AppLink> })}</Text>
        <form id="close-account" onSubmit={submit} noValidate>
          <Field label={words.password} error={failure.field}>
            <Input {...input} />
          </Field>
        </form>
      </Stack>
    </Dialog>
  )
}

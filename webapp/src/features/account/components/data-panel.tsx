'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { PasswordInput } from '@/components/ui/password-input'
import * as words from '@/messages/account/data'
import * as settings from '@/messages/account/settings'
import { exportAccount } from '../api/rights'
import { usePasswordAgain } from '../hooks/use-password-again'
import { saveAsJson } from '../lib/save-file'

const CloseDialog = dynamic(() => import('./close-dialog'), { ssr: false })

/** What the browser saves the copy as. */
const FILE = 'account.json'

/** What a person may do about their data: take a copy, and close the account. */
export function DataPanel({ onClosed }: { onClosed: () => void }) {
  const [asks, setAsks] = useState(false)
  return (
    <Stack gap="4">
      <Card padded>
        <CardTitle>{words.downloadTitle}</CardTitle>
        <Text mt="1" mb="5" color="fg.muted">
          {words.downloadText}
        </Text>
        <DownloadForm />
      </Card>
      <Card padded>
        <CardTitle>{words.closeTitle}</CardTitle>
        <Text mt="1" mb="5" color="fg.muted">
          {words.closeText}
        </Text>
        <Stack>
          <Button variant="outline" justifySelf={{ sm: 'start' }} onClick={() => setAsks(true)}>
            {words.close}
          </Button>
        </Stack>
      </Card>
      {asks && <CloseDialog onClose={() => setAsks(false)} onClosed={onClosed} />}
    </Stack>
  )
}

function DownloadForm() {
  const [isDone, setDone] = useState(false)
  const { input, submit, isBusy, failure } = usePasswordAgain(async (password) => {
    setDone(false)
    saveAsJson(FILE, await exportAccount(password))
    setDone(true)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="5" maxW="26rem">
        <FailureNotice title={words.downloadFailed} words={failure.other ?? ''} />
        {isDone && (
          <Notice tone="success" role="status">
            {words.downloaded({ name: FILE })}
          </Notice>
        )}
        <Field label={settings.currentPassword} error={failure.field}>
          <PasswordInput {...input} />
        </Field>
        <BusyButton type="submit" justifySelf={{ sm: 'start' }} isBusy={isBusy}>
          {isBusy ? words.preparing : words.download}
        </BusyButton>
      </Stack>
    </form>
  )
}

'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { Text } from '@/components/ui/layout'
import * as words from '@/messages/admin/password'
import type { Purpose } from '../hooks/use-password'

interface Props {
  purpose: Purpose
  failure?: string
  isBusy?: boolean
  onEnter: (password: string) => void
  onClose: () => void
}

/** Actions that cost money need a password entered within the last ten minutes. */
export function PasswordDialog({ purpose, failure, isBusy = false, onEnter, onClose }: Props) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onEnter(password)
  }
  return (
    <Dialog
      isOpen
      title={words.title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form="prove" disabled={!password || isBusy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Text>{words.why({ purpose })}</Text>
      <form id="prove" onSubmit={submit} noValidate>
        <Field label={words.label} error={failure}>
          <Input
            type="password"
            data-autofocus=""
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

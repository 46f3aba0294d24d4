'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import * as words from '@/messages/admin/password'
import type { Proof, ProofFailure } from '../api/settings'
import { CodeField } from './code-field'

interface Props {
  why: string
  failure?: ProofFailure
  /** The administrator has a second factor. */
  wantsCode?: boolean
  isBusy?: boolean
  onEnter: (proof: Proof) => void
  onClose: () => void
}

/** Actions that cost money need a proof of the last ten minutes: the password, and a code where there is a second factor. */
export function PasswordDialog({ why, failure, wantsCode = false, isBusy = false, onEnter, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [wantedAtFirst] = useState(wantsCode)
  const isComplete = Boolean(password && (code || !wantsCode))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) onEnter(wantsCode ? { password, code } : { password })
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
          <Button type="submit" form="prove" disabled={!isComplete || isBusy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <Text>{why}</Text>
        <form id="prove" onSubmit={submit} noValidate>
          <Stack justifyItems="stretch">
            <Field label={words.label} error={failure?.password}>
              <Input
                type="password"
                data-autofocus=""
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
            {wantsCode && (
              <CodeField value={code} error={failure?.code} takesFocus={!wantedAtFirst} onChange={setCode} />
            )}
          </Stack>
        </form>
      </Stack>
    </Dialog>
  )
}

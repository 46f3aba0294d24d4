'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input, Textarea } from '@/components/ui/field'
import { Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { ApiError, TRY_LATER } from '@/lib/api/error'
import type { Amount } from '@/lib/api/types'
import * as words from '@/messages/admin/attention/case'
import * as passwordWords from '@/messages/admin/password'
import * as buttons from '@/messages/lib/buttons'
import { failureOfProof, proveSession, wantsCode, wantsPassword } from '../../api/settings'
import { CodeField } from '../code-field'
import type { ActionWords } from './review-case'
import { owedWords } from './words'

/** What a person gives with a decision. */
export interface Decision {
  note: string
  orderId: string
}

interface Props {
  action: ActionWords
  /** What should have gone back to the card, and has not. */
  owed: Amount | null
  onDecide: (decision: Decision) => Promise<unknown>
  onClose: () => void
}

/**
 * A decision names where it can be read again. The password is asked for where it was given too long ago. What has
 * moved on since it was shown cannot be decided on any more: only the list, read anew, leads further.
 */
export default function DecisionDialog({ action, owed, onDecide, onClose }: Props) {
  const [note, setNote] = useState('')
  const [orderId, setOrderId] = useState('')
  const [password, setPassword] = useState<string | null>(null)
  const [factorCode, setFactorCode] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [hasMovedOn, setMovedOn] = useState(false)

  /** A decision on its way can't be taken back: the dialog stays until it is answered. */
  const close = () => !isBusy && onClose()

  /** What has proved is asked for no more: a code works once, and the decision may have to be mended. */
  const prove = async (given: string) => {
    await proveSession(factorCode ? { password: given, code: factorCode } : { password: given })
    setPassword(null)
    setFactorCode(null)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure('')
    try {
      if (password) await prove(password)
      await onDecide({ note, orderId })
      onClose()
    } catch (error) {
      const { code, password: reason = '' } = failureOfProof(error, TRY_LATER)
      if (wantsPassword(error)) setPassword('')
      else if (wantsCode(error)) setFactorCode('')
      else setFailure(code ?? reason)
      setMovedOn(error instanceof ApiError && error.code === 'NOT_ALLOWED_NOW')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      title={action.label}
      onClose={close}
      footer={
        hasMovedOn ? (
          <Button onClick={close}>{words.back}</Button>
        ) : (
          <>
            <Button variant="outline" disabled={isBusy} onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" form="decision" disabled={isBusy}>
              {isBusy ? buttons.sending : action.label}
            </Button>
          </>
        )
      }
    >
      {action.pays && owed && (
        <Text>
          <strong>{owedWords(owed)}</strong>
        </Text>
      )}
      <Text>{action.effect}</Text>
      <form id="decision" onSubmit={submit} noValidate>
        <Stack justifyItems="stretch">
          {action.namesOrder && (
            <Field label={words.orderId}>
              <Input value={orderId} onChange={(event) => setOrderId(event.target.value)} />
            </Field>
          )}
          <Field label={action.note}>
            <Textarea rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          {password !== null && (
            <Field label={passwordWords.label} hint={passwordWords.enteredLongAgo}>
              <Input
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          )}
          {factorCode !== null && <CodeField value={factorCode} onChange={setFactorCode} />}
          {failure && (
            <Notice tone="error" role="alert">
              {failure}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
